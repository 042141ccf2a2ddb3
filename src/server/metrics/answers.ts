// Counts answers: play messages and operators' calls, with their codes and times.

import { ANSWER_SECONDS, type Tally } from './tally.ts'

export interface PlayAnswer {
  type: string
  /** The game of the session; null before hello. */
  gameId: string | null
  /** The encoded answer; null: no answer could be made. */
  answer: string | null
  tookMs: number
}

export interface HttpAnswer {
  path: string
  /** Null: the call failed before its method was known. */
  method: string | null
  status: number
  code: string
  tookMs: number
}

export function countAnswers(tally: Tally) {
  const messages = tally.counter(
    'reelhouse_play_messages_total',
    'Play messages received, by type.',
    'type',
  )
  const answers = tally.counter(
    'reelhouse_play_answers_total',
    'Answers to play messages, by type of the message and code; ok: no error.',
    'type',
    'code',
  )
  const playSeconds = tally.histogram(
    'reelhouse_play_message_seconds',
    'Time from the receipt of a play message to its answer, by type.',
    ANSWER_SECONDS,
    'type',
  )
  const outcomeSeconds = tally.histogram(
    'reelhouse_outcome_seconds',
    'Time from the receipt of a spin to the message with its outcome, by game.',
    ANSWER_SECONDS,
    'game',
  )
  const requests = tally.counter(
    'reelhouse_http_requests_total',
    'Operator API answers, by path, method, status and code.',
    'path',
    'method',
    'status',
    'code',
  )
  const httpSeconds = tally.histogram(
    'reelhouse_http_request_seconds',
    'Time from the head of an operator API call to its answer, by path and method.',
    ANSWER_SECONDS,
    'path',
    'method',
  )
  return {
    playMessage: (type: string) => messages.add(1, type),
    playAnswer({ type, gameId, answer, tookMs }: PlayAnswer): void {
      answers.add(1, type, codeOf(answer))
      playSeconds.observe(tookMs / 1000, type)
      if (gameId !== null && STARTS_A_ROUND.has(type) && showsOutcome(answer)) {
        outcomeSeconds.observe(tookMs / 1000, gameId)
      }
    },
    outcomeSent: ({ gameId, tookMs }: { gameId: string; tookMs: number }): void =>
      outcomeSeconds.observe(tookMs / 1000, gameId),
    httpAnswer({ path, method, status, code, tookMs }: HttpAnswer): void {
      requests.add(1, path, method ?? 'unknown', String(status), code)
      httpSeconds.observe(tookMs / 1000, path, method ?? 'unknown')
    },
  }
}

const STARTS_A_ROUND: ReadonlySet<string> = new Set(['spin', 'free-spin'])

const ERROR = /^\{"type":"error","requestId":(?:null|"(?:[^"\\]|\\.)*"),"code":"([A-Z_]+)"/

/** An answer comes encoded from its lane; parsing all of it would cost as much as encoding it. */
function codeOf(answer: string | null): string {
  if (answer === null) return 'REQUEST_FAILED'
  if (!answer.startsWith('{"type":"error"')) return 'ok'
  return ERROR.exec(answer)?.[1] ?? 'unknown'
}

/** A round whose bet is not confirmed yet shows no outcome. */
function showsOutcome(answer: string | null): boolean {
  return answer?.startsWith('{"type":"round"') === true && !answer.includes('"status":"pending"')
}
