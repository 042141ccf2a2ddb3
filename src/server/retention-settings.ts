// For how long a node keeps what it does not keep for ever, from its settings.

import { DAY_MS } from '../core/time.ts'
import { CALLBACK_LOG_KEPT_MS } from '../limits/callback-log.ts'
import { GUESTS_KEPT_MS, NOTIFICATIONS_KEPT_MS, SESSIONS_KEPT_MS } from '../limits/retention.ts'
import { IDEMPOTENCY_KEPT_MS } from '../limits.ts'
import { parseWhole, type Reader } from './setting-reader.ts'

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
