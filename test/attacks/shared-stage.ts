// The one stage of the test file with all attacks and walls: a node costs two seconds of a core.

import t from 'tap'
import { openStage } from './stage.ts'

export const stage = await openStage(t)
