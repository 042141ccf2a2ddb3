// Owns what is passed to the game's code when it starts. It must never hold code.

import type { Language } from '../../src/core/language.ts'
import type { Progress } from './progress.ts'
import type { Texts } from './texts/shape.ts'

/** What has been loaded when the game's code starts. */
export interface Loaded {
  progress: Progress
  language: Language
  texts: Texts
  /** Connecting to the platform; nothing has been sent. */
  socket: WebSocket | null
  /** Aborted when another launch is opened in this page. */
  over: AbortSignal
}
