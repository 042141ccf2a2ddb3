// Which wallet calls are kept for their owners, and what is kept of them: every call without a
// clear answer, and as many of the others per second as a budget allows. Keeps no secret: the API
// key and signatures are removed here, before any other code sees the bodies. Writes nothing.

import { isUtf8 } from 'node:buffer'
import { type CallbackRecord, codeOf, isClear } from '../core/callback-record.ts'
import { isUuid } from '../core/identifiers.ts'
import { fullBucket, type Rate, takeToken } from '../limits/token-buckets.ts'
import {
  CALLBACK_LOG_ANSWER_MAX_BYTES,
  CALLBACK_LOG_PROJECT_SAMPLES,
  CALLBACK_LOG_REQUEST_MAX_CHARS,
} from '../limits.ts'
import type { WalletCall } from './client.ts'
import type { SeenAnswer } from './exchange.ts'

/** Projects whose samples a thread remembers, some 50 bytes each. */
export const CALLBACK_LOG_PROJECTS = 10_000

export interface CallLogOptions {
  /** The budget for calls with a clear answer on this thread. */
  readonly samples: Rate
  /** Epoch milliseconds. */
  nowMs(): number
  /** A monotonic clock, milliseconds. */
  tickMs(): number
  add(record: CallbackRecord): void
}

/**
 * Called for every call that ended. A call that is not kept costs two comparisons and one map
 * lookup.
 */
export function createCallLog(options: CallLogOptions): (call: WalletCall) => void {
  const takeSample = createSampler(options.samples, options.tickMs)
  return call => {
    const code = codeOf(call.answer, call.seen?.status ?? null)
    const standsFor = isClear(code) ? takeSample(call.projectId) : 1
    if (standsFor > 0) options.add(recordOf(call, options.nowMs(), standsFor))
  }
}

interface Sampled {
  tokens: number
  atMs: number
  /** Calls since the last one that was kept. */
  passed: number
}

/** Returns how many calls the sample represents, including itself; 0: it is not kept. */
function createSampler(all: Rate, tickMs: () => number): (projectId: string) => number {
  const ofAll = fullBucket(all, tickMs())
  const projects = new Map<string, Sampled>()
  return projectId => {
    const now = tickMs()
    const known = projects.get(projectId)
    const sampled = known ?? { ...fullBucket(CALLBACK_LOG_PROJECT_SAMPLES, now), passed: 0 }
    if (known === undefined) remember(projects, projectId, sampled)
    sampled.passed++
    if (!takeToken(sampled, CALLBACK_LOG_PROJECT_SAMPLES, now)) return 0
    if (!takeToken(ofAll, all, now)) {
      sampled.tokens++
      return 0
    }
    const standsFor = sampled.passed
    sampled.passed = 0
    return standsFor
  }
}

function remember(projects: Map<string, Sampled>, projectId: string, sampled: Sampled): void {
  if (projects.size >= CALLBACK_LOG_PROJECTS) projects.delete(projects.keys().next().value!)
  projects.set(projectId, sampled)
}

/**
 * @param nowMs when the call ended
 * @param standsFor how many calls this one represents
 */
export function recordOf(
  { projectId, method, answer, currency, body, attempt, latencyMs, seen }: WalletCall,
  nowMs: number,
  standsFor = 1,
): CallbackRecord {
  const sent = readSent(body)
  return {
    projectId,
    method,
    code: codeOf(answer, seen?.status ?? null),
    detail: answer.kind === 'unknown' ? answer.detail : null,
    playerId: sent.playerId,
    sessionId: sent.sessionId,
    roundId: sent.roundId,
    transactionId: sent.transactionId,
    currency,
    attempt,
    atMs: nowMs - latencyMs,
    latencyMs,
    httpStatus: seen?.status ?? null,
    requestBody: withoutKey(body).slice(0, CALLBACK_LOG_REQUEST_MAX_CHARS),
    answerBody: seen === null ? null : readText(seen, sent.apiKey),
    answerBytes: seen?.bytes ?? 0,
    standsFor,
  }
}

/** The fields of a body that we sent; see bodies.ts. */
function readSent(body: string) {
  const fields = parseObject(body)
  const meta = (fields.meta ?? {}) as Record<string, unknown>
  return {
    apiKey: textOf(fields.api_key),
    playerId: textOf(fields.player_id),
    sessionId: idOf(fields.session_id),
    roundId: idOf(meta.round_id),
    transactionId: textOf(meta.transaction),
  }
}

function parseObject(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    // A check of a wallet also sends invalid JSON.
    return {}
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const idOf = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : null)

/**
 * In the JSON that we print, quotes inside texts are escaped, so a match is always the field of the
 * key.
 */
const KEY_FIELD = /"api_key"\s*:\s*"(?:[^"\\]|\\.)*"/g
const MASKED_KEY = '"api_key":"***"'
/** From the header, which a wallet may echo. */
const SIGNATURE = /v1=[0-9a-fA-F]{16,}/g

function withoutKey(body: string): string {
  return body.replace(KEY_FIELD, MASKED_KEY)
}

/** A wallet may echo what it was sent. Null: no answer came, or it is not text. */
function readText(seen: SeenAnswer, apiKey: string | null): string | null {
  const bytes = seen.body()
  if (bytes.length === 0) return null
  // Reads a little more, to find a key that the limit would cut in two, and drops a character that
  // is cut.
  const read = wholeLetters(bytes.subarray(0, CALLBACK_LOG_ANSWER_MAX_BYTES + 1_024))
  if (read === null) return null
  let text = read
    .replaceAll('\0', '\ufffd')
    .replace(KEY_FIELD, MASKED_KEY)
    .replace(SIGNATURE, 'v1=***')
  if (apiKey !== null) {
    for (const spelt of [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)])
      text = text.replaceAll(spelt, '***')
  }
  return text.slice(0, CALLBACK_LOG_ANSWER_MAX_BYTES)
}

/** As UTF-8, without a character that is cut at the end; null: not UTF-8. */
function wholeLetters(bytes: Buffer): string | null {
  for (let cut = 0; cut < 4 && cut < bytes.length; cut++) {
    const whole = bytes.subarray(0, bytes.length - cut)
    if (isUtf8(whole)) return whole.toString('utf8')
  }
  return null
}
