// Owns what the game's code is given when it begins. It must never hold code.

import type { Language } from '../../src/core/language.ts'
import type { Progress } from './progress.ts'
import type { Texts } from './texts/shape.ts'

/** What is at hand when the game's code begins. */
export interface Loaded {
  progress: Progress
  language: Language
  texts: Texts
  /** On its way to the platform; nothing has been said. */
  socket: WebSocket | null
  /** Aborted when another launch is opened in this page. */
  over: AbortSignal
}
