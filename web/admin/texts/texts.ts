// The texts of the panel's frame and shared parts. Each page has its own texts file beside it.

import { bilingual } from './bilingual.ts'
import { en } from './en.ts'
import { uk } from './uk.ts'

export const FRAME_TEXTS = bilingual(en, uk)
