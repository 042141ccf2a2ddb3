// SPDX-License-Identifier: Apache-2.0
// The calls of a check, as the platform sends them: ready to be sent, as often as needed. Sends
// nothing.

import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type Currency, formatAmount } from '../core/money.ts'
import { transactionId, type WalletMethod } from '../core/wallet-operation.ts'
import { createWalletBodies, type FreeSpinFields, summaryBody } from '../wallet/bodies.ts'

export interface CheckedPlayer {
  readonly playerId: string
  readonly currency: Currency
  /** The player's session. */
  readonly sessionId: string
  readonly apiKey: string
  /** Signs every call; left out: calls are not signed. */
  readonly signingKey?: string | undefined
  /** A player whom the wallet lets place no bet; left out: final refusals are not checked. */
  readonly blockedPlayerId?: string | undefined
  /** The game id of the calls. */
  readonly gameId: string
}

/** A call that is ready to be sent, as often as needed: its bytes never change. */
export interface Call {
  readonly method: WalletMethod
  /** At the end of the address. */
  readonly currency: Currency
  readonly body: string
  /** For a person. */
  readonly label: string
  /** For a person who looks it up in the wallet's records. */
  readonly transaction?: string
  /** The platform never sends such a call: a wallet may answer it as it likes. */
  readonly isUnruly?: true
  /** Sent instead of the right signature; null sends no signature. */
  readonly signature?: string | null
}

export const unruly = (call: Call): Call => ({ ...call, isUnruly: true })

/** The grant size in calls that belong to a free spin. */
const SPINS_TOTAL = 5
const NOMINAL_BET_MINOR = 20n

type Other = Partial<CheckedPlayer>

interface OtherRound extends Other {
  readonly roundId?: string
  /** When its operations were first attempted. */
  readonly hoursAgo?: number
}

/** Ids that the platform never gives a refund. */
interface OtherRefund {
  readonly transaction?: string
  readonly originalTransaction?: string
}

const HOUR_MS = 60 * 60 * 1000

/** In all of them `other` replaces fields of the player's usual body. */
export function createCalls(player: CheckedPlayer) {
  const callOf = (other: Other, call: Omit<Call, 'currency'>): Call => ({
    ...call,
    currency: other.currency ?? player.currency,
  })

  return {
    sessionInfo(other: Other = {}, label = 'session_info'): Call {
      const body = createWalletBodies({ ...player, ...other }).sessionInfo()
      return callOf(other, { method: 'session_info', label, body })
    },

    /** A new round, or the named round again. */
    round(other: OtherRound = {}) {
      const roundId = other.roundId ?? uuid()
      const bodies = createWalletBodies({ ...player, ...other })
      const timeS = Math.floor((Date.now() - (other.hoursAgo ?? 0) * HOUR_MS) / 1000)
      const fieldsOf = (kind: 'bet' | 'win' | 'refund', amountMinor: bigint) => ({
        amountMinor,
        roundId,
        timeS,
        transaction: transactionId(kind, roundId),
      })
      const money = (
        method: 'bet' | 'win',
        amountMinor: bigint,
        freeSpin: FreeSpinFields | null,
      ) => {
        const which = freeSpin ? ' of a free spin' : ''
        const label = `${method} of ${formatAmount(amountMinor)}${which}`
        const fields = fieldsOf(method, amountMinor)
        const body = bodies[method]({ ...fields, freeSpin })
        return callOf(other, { method, label, body, transaction: fields.transaction })
      }
      return {
        roundId,
        bet: (amountMinor: bigint, freeSpin: FreeSpinFields | null = null) =>
          money('bet', amountMinor, freeSpin),
        win: (amountMinor: bigint, freeSpin: FreeSpinFields | null = null) =>
          money('win', amountMinor, freeSpin),
        refund(amountMinor: bigint, ids: OtherRefund = {}): Call {
          const label = `refund of ${formatAmount(amountMinor)}`
          const originalTransaction = transactionId('bet', roundId)
          const fields = { ...fieldsOf('refund', amountMinor), originalTransaction, ...ids }
          const { transaction } = fields
          return callOf(other, {
            method: 'refund',
            label,
            body: bodies.refund(fields),
            transaction,
          })
        },
        info(event: 'start' | 'finish', forced = false): Call {
          const label = `round_info (${event}${forced ? ', forced' : ''})`
          const body = bodies.roundInfo({ event, roundId, timeS, forced })
          return callOf(other, { method: 'round_info', label, body })
        },
      }
    },

    /** The summary of a new grant that won `totalWinMinor`. */
    summary(totalWinMinor: bigint, other: Other = {}): Call {
      const body = summaryBody(
        { ...player, ...other },
        {
          grantId: uuid(),
          externalId: null,
          status: 'used',
          total: SPINS_TOTAL,
          played: SPINS_TOTAL,
          betMinor: NOMINAL_BET_MINOR,
          totalWinMinor,
          finishedAtMs: Date.now(),
        },
      )
      const method = 'freespins_finished'
      return callOf(other, { method, label: method, body })
    },
  }
}

export function createFreeSpin(): FreeSpinFields {
  const remaining = SPINS_TOTAL - 1
  return { grantId: uuid(), externalId: null, nominalBetMinor: NOMINAL_BET_MINOR, remaining }
}

/** An id in the platform's form, as if made this many hours ago. */
export const createSessionId = (hoursAgo = 0) => uuid({ msecs: Date.now() - hoursAgo * HOUR_MS })

/** A player id that no wallet has. */
export const createPlayerId = () => `wallet-check-${randomBytes(6).toString('hex')}`
