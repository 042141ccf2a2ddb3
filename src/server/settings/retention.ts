// For how long a node keeps what it does not keep for ever, from its settings.

import { DAY_MS } from '../../core/time.ts'
import { IDEMPOTENCY_KEPT_MS } from '../../limits.ts'
import { parseWhole, type Reader } from './setting-reader.ts'

/**
 * Questions about failures come within days; a wallet that is down for a day leaves some million
 * rows.
 */
export const CALLBACK_LOG_KEPT_MS = 7 * DAY_MS
/** How long each kind of record is kept; an environment may set other values (config.ts). */
const SESSIONS_KEPT_MS = 30 * DAY_MS
/** A round_info is repeated for this long, then dropped. */
const NOTIFICATIONS_KEPT_MS = DAY_MS
const GUESTS_KEPT_MS = 30 * DAY_MS

export interface Retention {
  /** After their expiry. */
  sessionsMs: number
  /** Answers under an Idempotency-Key; they are replayed for a day, however long they are kept. */
  answersMs: number
  /** How long a round_info that the wallet has not answered is repeated. */
  notificationsMs: number
  /** Visitors of the lobby who played nothing. */
  guestsMs: number
  /** Wallet calls in the callback log. */
  callbacksMs: number
}

export function readRetention(reader: Reader): Retention {
  const days = (name: string, fallbackMs: number) =>
    reader.read(name, 'days from 1 to 3650', fallbackMs, text => {
      const count = parseWhole(text, 1, 3_650)
      return count === null ? null : count * DAY_MS
    })
  return Object.freeze({
    sessionsMs: days('SESSIONS_KEPT_DAYS', SESSIONS_KEPT_MS),
    answersMs: days('ANSWERS_KEPT_DAYS', IDEMPOTENCY_KEPT_MS),
    notificationsMs: days('NOTIFICATIONS_KEPT_DAYS', NOTIFICATIONS_KEPT_MS),
    guestsMs: days('GUESTS_KEPT_DAYS', GUESTS_KEPT_MS),
    callbacksMs: days('CALLBACKS_KEPT_DAYS', CALLBACK_LOG_KEPT_MS),
  })
}
