// The rules for grants, for the operator's requests and the owner's alike, applied in the order of
// the specification's table; the first mistake gives the code. Reads no store. Source: operator
// API, "Free-spin methods".

import { isAsciiPlayerId, isExternalId } from '../../core/identifiers.ts'
import { type Currency, parseAmount } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'
import { type Bet, listBets, resolveBaseStakeMinor } from '../../games/engine/bets.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import { refuse, refuseField } from '../errors.ts'
import { readExpiry } from '../expiry.ts'
import { referenceReader } from '../reference.ts'
import { accept, compileForm, type Read } from '../request.ts'
import {
  FreespinsCancel,
  FreespinsCreate,
  FreespinsGet,
  FreespinsList,
  GRANT_SPINS_MAX,
} from './schema.ts'

export const LIFETIME_MAX_MS = 30 * DAY_MS
const META_MAX_BYTES = 4_096

/** A grant as it is requested, not checked yet. */
export interface WantedGrant {
  playerId: string
  gameId: string
  currency: Currency
  total: number
  /** Null: the text sent is no amount. */
  betMinor: bigint | null
  expiresAt: string | undefined
  externalId: string | undefined
  meta?: object | undefined
}

/** A creation that is valid regardless of the time and the project's limits. */
export interface Creation {
  game: GameDefinition
  playerId: string
  currency: Currency
  total: number
  betMinor: bigint
  /** The bet in the game's terms. */
  bet: Bet
  /** Null: the default. The execution checks whether it is in range. */
  expiresAtMs: number | null
  externalId: string | null
  metaJson: string | null
}

const CREATE = compileForm(FreespinsCreate, {
  count: 'INVALID_COUNT',
  bet: 'INVALID_FREE_SPIN_BET',
  expires_at: 'INVALID_EXPIRY',
})
const GET = compileForm(FreespinsGet)
const CANCEL = compileForm(FreespinsCancel)
const LIST = compileForm(FreespinsList)

export function readCreation(
  body: object,
  findGame: (id: string) => GameDefinition | undefined,
): Read<Creation> {
  const form = CREATE.read(body)
  if (!form.ok) return form
  const { player_id: playerId, symbol: gameId, currency, count: total, bet, meta } = form.value
  const { expires_at: expiresAt, external_id: externalId } = form.value
  const betMinor = parseAmount(bet)
  const wanted = { playerId, gameId, currency, total, betMinor, expiresAt, externalId, meta }
  return checkGrant(wanted, findGame)
}

export function checkGrant(
  wanted: WantedGrant,
  findGame: (id: string) => GameDefinition | undefined,
): Read<Creation> {
  const { playerId, currency, total, externalId } = wanted
  if (!isAsciiPlayerId(playerId)) return refuseField('player_id')
  if (total < 1 || total > GRANT_SPINS_MAX) return refuse('INVALID_COUNT')
  const game = findGame(wanted.gameId)
  if (game === undefined) return refuse('GAME_NOT_FOUND')
  if (!game.freeSpins) return refuse('FREE_SPINS_UNSUPPORTED')
  const bet = findBet(game, currency, wanted.betMinor)
  if (!bet.ok) return bet
  if (externalId !== undefined && !isExternalId(externalId)) return refuseField('external_id')
  const meta = readMeta(wanted.meta)
  if (!meta.ok) return meta
  const expiry = readExpiry(wanted.expiresAt)
  if (!expiry.ok) return expiry
  return accept({
    game,
    playerId,
    currency,
    total,
    ...bet.value,
    expiresAtMs: expiry.value,
    externalId: externalId ?? null,
    metaJson: meta.value,
  })
}

export const readGrantToGet = referenceReader(GET, 'grant_id')
export const readGrantToCancel = referenceReader(CANCEL, 'grant_id')

export function readGrantList(body: object): Read<FreespinsList> {
  return LIST.read(body)
}

/**
 * The game's bet with this total, in its base mode; if there are several, the first that the game
 * lists.
 */
function findBet(
  game: GameDefinition,
  currency: Currency,
  betMinor: bigint | null,
): Read<Pick<Creation, 'bet' | 'betMinor'>> {
  const bet = listBets(game, currency).find(
    listed => resolveBaseStakeMinor(game, currency, listed) === betMinor,
  )
  if (betMinor === null || bet === undefined) return refuse('INVALID_FREE_SPIN_BET')
  return accept({ bet, betMinor })
}

/** JSON text without white space, its bytes in UTF-8 counted. */
function readMeta(meta: object | undefined): Read<string | null> {
  if (meta === undefined) return accept(null)
  try {
    const json = JSON.stringify(meta)
    return Buffer.byteLength(json) <= META_MAX_BYTES ? accept(json) : refuseField('meta')
  } catch (error) {
    // Nested too deep for the printer's stack, which takes far more bytes than allowed.
    if (error instanceof RangeError) return refuseField('meta')
    throw error
  }
}
