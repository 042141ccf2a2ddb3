// The exact JSON text of every callback to an operator's wallet. Pure: the same arguments give the
// same bytes, so a repeat is byte-identical. Never reads a clock and never prints a float.

import { printInstant } from '../core/iso-time.ts'
import { type Currency, formatAmount } from '../core/money.ts'

export const WALLET_METHODS = [
  'session_info',
  'bet',
  'win',
  'round_info',
  'refund',
  'freespins_finished',
] as const
export type WalletMethod = (typeof WALLET_METHODS)[number]

/** What is the same in every callback of a session. */
export interface WalletContext {
  readonly apiKey: string
  readonly playerId: string
  readonly sessionId: string
  readonly currency: Currency
  readonly gameId: string
}

/** Times are Unix seconds of the operation's first attempt. */
export interface MoneyWords {
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
  /** Spins left in the grant once this one was taken. */
  readonly remaining: number
}

/** The summary of a finished grant. */
export interface SummaryWords {
  readonly grantId: string
  readonly externalId: string | null
  readonly status: string
  readonly total: number
  readonly played: number
  readonly betMinor: bigint
  readonly totalWinMinor: bigint
  readonly finishedAtMs: number
}

export interface RefundWords extends MoneyWords {
  readonly originalTransaction: string
}

export interface RoundInfoWords {
  readonly event: 'start' | 'finish'
  readonly roundId: string
  readonly timeS: number
  /** True only for a round drawn for a target outcome; otherwise the field is left out. */
  readonly forced: boolean
}

export interface WalletBodies {
  sessionInfo(): string
  bet(words: MoneyWords): string
  win(words: MoneyWords): string
  roundInfo(words: RoundInfoWords): string
  refund(words: RefundWords): string
}

/** Operator API, "General conventions": at most 13 digits before the point. */
const AMOUNT_MAX_MINOR = 10n ** 15n - 1n

/** Bodies of one session; what never changes is put together once. Source: operator API, "Events". */
export function createWalletBodies(context: WalletContext): WalletBodies {
  const quote = JSON.stringify
  const who =
    `"api_key":${quote(context.apiKey)},"player_id":${quote(context.playerId)},` +
    `"session_id":${quote(context.sessionId)},"currency":${quote(context.currency)},` +
    `"game":${quote(context.gameId)},"timestamp":`
  const head = (method: WalletMethod) => `{"method":"${method}",${who}`

  return {
    sessionInfo: () =>
      `{"method":"session_info","player_id":${quote(context.playerId)},` +
      `"session_id":${quote(context.sessionId)},"api_key":${quote(context.apiKey)}}`,
    bet: words => money(head('bet'), words),
    win: words => money(head('win'), words),
    roundInfo({ event, roundId, timeS, forced }) {
      const time = seconds(timeS)
      const meta = `"meta":{"event":"${event}","round_id":${quote(roundId)},"time":${time}}`
      return `${head('round_info')}${time}${forced ? ',"forced":true' : ''},${meta}}`
    },
    refund: words => money(head('refund'), words, words.originalTransaction),
  }
}

function money(head: string, words: MoneyWords, originalTransaction?: string): string {
  const time = seconds(words.timeS)
  const original =
    originalTransaction === undefined
      ? ''
      : `"original_transaction":${JSON.stringify(originalTransaction)},`
  return (
    `${head}${time},"amount":${amountLiteral(words.amountMinor)},` +
    `"meta":{"transaction":${JSON.stringify(words.transaction)},${original}` +
    `"round_id":${JSON.stringify(words.roundId)},"time":${time}${freeSpinMeta(words.freeSpin)}}}`
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
  words: SummaryWords,
): string {
  return JSON.stringify({
    method: 'freespins_finished',
    api_key: context.apiKey,
    player_id: context.playerId,
    currency: context.currency,
    game: context.gameId,
    timestamp: Math.floor(words.finishedAtMs / 1000),
    grant_id: words.grantId,
    external_id: words.externalId,
    status: words.status,
    total: words.total,
    played: words.played,
    bet: formatAmount(words.betMinor),
    total_win: formatAmount(words.totalWinMinor),
    finished_at: printInstant(words.finishedAtMs),
  })
}

/** A JSON number with exactly two decimals, printed from the integer. */
function amountLiteral(amountMinor: bigint): string {
  if (amountMinor < 0n || amountMinor > AMOUNT_MAX_MINOR) {
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
