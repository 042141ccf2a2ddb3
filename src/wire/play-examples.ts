// Reads the examples of the play protocol from its page, docs/game-protocol.md, where they form
// sessions: the document gets the first of each message, and an error for each code. Pure.

import { PLAY_ERRORS, type PlayErrorCode } from './play-answers.ts'

interface Example {
  name: string
  payload: { type: string }
}

export interface PlayExamples {
  /** By `type`: what a client sends, and what it receives. */
  commands: ReadonlyMap<string, readonly Example[]>
  answers: ReadonlyMap<string, readonly Example[]>
}

const MESSAGE = /^([→←]) (\{.*\})$/gm
const ERROR = /^\| `([A-Z_]+)` \| (yes|no) \|/gm

/** Throws SyntaxError for an example that is not JSON. */
export function readPlayExamples(page: string): PlayExamples {
  const commands = new Map<string, Example[]>()
  const answers = new Map<string, Example[]>()
  for (const [, arrow, text] of page.matchAll(MESSAGE)) {
    const payload: Example['payload'] = JSON.parse(text!)
    const side = arrow === '→' ? commands : answers
    if (!side.has(payload.type)) side.set(payload.type, [{ name: payload.type, payload }])
  }
  const errors = [...page.matchAll(ERROR)].map(([, code, retry]) => ({
    name: code!,
    payload: {
      type: 'error',
      requestId: 'request-1',
      code: code!,
      message: PLAY_ERRORS[code as PlayErrorCode] ?? code!,
      retry: retry === 'yes',
    },
  }))
  answers.set('error', errors)
  return { commands, answers }
}
