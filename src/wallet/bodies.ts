// The exact JSON text of every callback to an operator's wallet. Pure: the same arguments give the
// same bytes, so a repeat is byte-identical. Never reads a clock and never prints a float.

import { printInstant } from '../core/iso-time.ts'
import { type Currency, formatAmount, MAX_MONEY_MINOR } from '../core/money.ts'
import type { WalletMethod } from '../core/wallet-operation.ts'

/** What is the same in every callback of a session. */
export interface WalletContext {
  readonly apiKey: string
  readonly playerId: string
  readonly sessionId: string
  readonly currency: Currency
  readonly gameId: string
}

/** Times are Unix seconds of the operation's first attempt. */
export interface MoneyFields {
  readonly amountMinor: bigint
  readonly transaction: string
  readonly roundId: string
  readonly timeS: number
  /** Only for the bet and the win of a free spin. */
  readonly freeSpin?: FreeSpinFields | null
}

export interface FreeSpinFields {
  readonly grantId: string
  readonly externalId: string | null
  readonly nominalBetMinor: bigint
  /** Spins left in the grant after this one. */
  readonly remaining: number
}

/** The summary of a finished grant. */
export interface SummaryFields {
  readonly grantId: string
  readonly externalId: string | null
  readonly status: string
  readonly total: number
  readonly played: number
  readonly betMinor: bigint
  readonly totalWinMinor: bigint
  readonly finishedAtMs: number
}

export interface RefundFields extends MoneyFields {
  readonly originalTransaction: string
}

export interface RoundInfoFields {
  readonly event: 'start' | 'finish'
  readonly roundId: string
  readonly timeS: number
  /** True only for a round drawn for a target outcome; otherwise the field is left out. */
  readonly forced: boolean
}

export interface WalletBodies {
  sessionInfo(): string
  bet(fields: MoneyFields): string
  win(fields: MoneyFields): string
  roundInfo(fields: RoundInfoFields): string
  refund(fields: RefundFields): string
}

/** The bodies of one session; the constant parts are built once. Source: operator API, "Events". */
export function createWalletBodies(context: WalletContext): WalletBodies {
  return new Bodies(context)
}

/** A class, because each wallet call makes one: five closures a call would be 1.6 KB a round. */
class Bodies implements WalletBodies {
  private readonly context: WalletContext
  private readonly quote: (text: string) => string

  constructor(context: WalletContext) {
    const { apiKey, playerId, sessionId, gameId } = context
    this.context = context
    this.quote = quoterOf(apiKey + playerId + sessionId + gameId)
  }

  sessionInfo(): string {
    const { apiKey, playerId, sessionId } = this.context
    return (
      `{"method":"session_info","player_id":${this.quote(playerId)},` +
      `"session_id":${this.quote(sessionId)},"api_key":${this.quote(apiKey)}}`
    )
  }

  bet(fields: MoneyFields): string {
    return money(this.head('bet'), fields)
  }

  win(fields: MoneyFields): string {
    return money(this.head('win'), fields)
  }

  refund(fields: RefundFields): string {
    return money(this.head('refund'), fields, fields.originalTransaction)
  }

  roundInfo({ event, roundId, timeS, forced }: RoundInfoFields): string {
    const time = seconds(timeS)
    const quote = quoterOf(roundId)
    const meta = `"meta":{"event":"${event}","round_id":${quote(roundId)},"time":${time}}`
    return `${this.head('round_info')}${time}${forced ? ',"forced":true' : ''},${meta}}`
  }

  private head(method: WalletMethod): string {
    const { apiKey, playerId, sessionId, currency, gameId } = this.context
    const { quote } = this
    return (
      `{"method":"${method}","api_key":${quote(apiKey)},"player_id":${quote(playerId)},` +
      `"session_id":${quote(sessionId)},"currency":"${currency}",` +
      `"game":${quote(gameId)},"timestamp":`
    )
  }
}

function money(head: string, fields: MoneyFields, originalTransaction?: string): string {
  const { amountMinor, transaction, roundId, freeSpin } = fields
  const time = seconds(fields.timeS)
  const quote = quoterOf(transaction + roundId + (originalTransaction ?? ''))
  const original =
    originalTransaction === undefined ? '' : `"original_transaction":${quote(originalTransaction)},`
  return (
    `${head}${time},"amount":${amountLiteral(amountMinor)},` +
    `"meta":{"transaction":${quote(transaction)},${original}` +
    `"round_id":${quote(roundId)},"time":${time}${freeSpinMeta(freeSpin)}}}`
  )
}

function freeSpinMeta(freeSpin: FreeSpinFields | null | undefined): string {
  if (freeSpin === null || freeSpin === undefined) return ''
  const { grantId, externalId, nominalBetMinor, remaining } = freeSpin
  return (
    `,"is_freespins":true,"freespins":{"grant_id":${JSON.stringify(grantId)},` +
    `"external_id":${JSON.stringify(externalId)},` +
    `"nominal_bet":${amountLiteral(nominalBetMinor)},"remaining":${remaining}}`
  )
}

/** `freespins_finished`, byte for byte the same however often it is sent. */
export function summaryBody(
  context: Pick<WalletContext, 'apiKey' | 'playerId' | 'currency' | 'gameId'>,
  fields: SummaryFields,
): string {
  return JSON.stringify({
    method: 'freespins_finished',
    api_key: context.apiKey,
    player_id: context.playerId,
    currency: context.currency,
    game: context.gameId,
    timestamp: Math.floor(fields.finishedAtMs / 1000),
    grant_id: fields.grantId,
    external_id: fields.externalId,
    status: fields.status,
    total: fields.total,
    played: fields.played,
    bet: formatAmount(fields.betMinor),
    total_win: formatAmount(fields.totalWinMinor),
    finished_at: printInstant(fields.finishedAtMs),
  })
}

/** Texts without characters that JSON escapes or may escape: nearly every id. */
const PLAIN = /^[ !#-[\]-~]*$/
const inQuotes = (text: string) => `"${text}"`

/**
 * Prints texts as JSON.stringify does. @param all these texts in one, so that they are checked once
 */
function quoterOf(all: string): (text: string) => string {
  return PLAIN.test(all) ? inQuotes : JSON.stringify
}

/** A JSON number with exactly two decimals, printed from the integer. */
function amountLiteral(amountMinor: bigint): string {
  if (amountMinor < 0n || amountMinor > MAX_MONEY_MINOR) {
    throw new RangeError(`a wallet amount of ${amountMinor} minor units is out of range`)
  }
  return formatAmount(amountMinor)
}

function seconds(timeS: number): number {
  if (!Number.isSafeInteger(timeS) || timeS < 0) {
    throw new RangeError(`${timeS} is not a Unix time in whole seconds`)
  }
  return timeS
}
