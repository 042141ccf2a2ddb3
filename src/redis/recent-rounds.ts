// What Redis remembers of a player's recent rounds: enough to report and refund their bets if the
// ledger lost them. Never the truth about a round that the ledger has.

import type { Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { RecentPlayer, RecentRound, RecentState, RoundRecord } from '../core/recent-round.ts'
import type { RedisClient } from './connection.ts'
import { packId, unpackId } from './packed.ts'
import { ALL_PLAYERS, playerKey, playerOfKey, recentRoundsKey } from './player-key.ts'
import { loadScript } from './scripts.ts'

/** Keys of Redis scanned at once; the players among them are compared with the ledger together. */
const RECONCILED_PLAYERS = 500

/** For a round of which nothing is remembered. */
export const NO_RECORD = ['', ''] as const

/**
 * The round's own data, and its setup, which most rounds of a player share: each is JSON without
 * the outer brackets and without line ends. The bet's terms are included unchanged.
 */
export function printRecord(
  gameId: string,
  modeId: string,
  sessionId: string,
  { currency, stakeMinor, baseStakeMinor, requestId, betTerms, freeSpin }: RoundRecord,
): [own: string, setup: string] {
  const own = JSON.stringify(requestId)
  const grant = freeSpin === null ? '' : `,"${freeSpin.grantId}",${freeSpin.remaining}`
  const texts = [gameId, modeId, packId(sessionId), currency, `${stakeMinor}`, `${baseStakeMinor}`]
  return [`${own}${grant}`, `${texts.map(text => JSON.stringify(text)).join(',')},${betTerms}`]
}

type PrintedOwn = [requestId: string, grantId?: string, remaining?: number]
type PrintedSetup = [string, string, string, Currency, string, string, object]

const RECENT_ROUND = /^([otrcex]):(\d*):([^:]+):(\d+):([^\n]*)\n([^\n]*)$/

/**
 * A round without a setup uses the setup of the next round that has one. Rounds in another form are
 * left out.
 * @param packed oldest first
 */
export function parseRecentRounds(packed: readonly string[]): RecentRound[] {
  let setup = ''
  const rounds = packed.toReversed().flatMap(text => {
    const parts = RECENT_ROUND.exec(text)
    if (parts === null) return []
    setup = parts[6] || setup
    return setup === '' ? [] : [readRound(parts as unknown as string[], setup)]
  })
  return rounds.toReversed()
}

function readRound(
  [, state, win, roundId, sequence, own]: readonly string[],
  printedSetup: string,
): RecentRound {
  const [requestId, grantId, remaining] = JSON.parse(`[${own}]`) as PrintedOwn
  const setup = JSON.parse(`[${printedSetup}]`) as PrintedSetup
  const [gameId, modeId, sessionId, currency, stake, base, bet] = setup
  return {
    roundId: unpackId(roundId!),
    sequence: BigInt(sequence!),
    gameId,
    modeId,
    sessionId: unpackId(sessionId),
    currency,
    stakeMinor: BigInt(stake),
    baseStakeMinor: BigInt(base),
    requestId,
    betTerms: JSON.stringify(bet),
    freeSpin: grantId === undefined ? null : { grantId, remaining: remaining! },
    state: readState(state!, win!),
  }
}

function readState(letter: string, win: string): RecentState {
  const winMinor = win === '' ? null : BigInt(win)
  switch (letter) {
    case 'r':
      return { kind: 'revealed', winMinor }
    case 'e':
      return { kind: 'paid', winMinor: winMinor ?? 0n }
    case 'c':
      return { kind: 'cancelled' }
    case 'x':
      return { kind: 'nothing' }
    default:
      return { kind: 'opened' }
  }
}

/**
 * All players that Redis holds, in batches. From now on everything read of them earlier is read
 * again from the ledger.
 * @param ledger identifies the current ledger
 * @param isOfLedger whether the player's rows are in this ledger
 */
export async function* takeRecentPlayers(
  redis: RedisClient,
  ledger: string,
  isOfLedger: (player: PlayerRef) => boolean = () => true,
): AsyncGenerator<RecentPlayer[]> {
  const script = loadScript<string[]>(redis, 'player-after-failover', 2)
  const prefix = redis.options.keyPrefix ?? ''
  const take = async (player: PlayerRef): Promise<RecentPlayer[]> => {
    const [sequence, ...packed] = await script(playerKey(player), recentRoundsKey(player), ledger)
    if (sequence === undefined || sequence === '') return []
    return [{ ...player, sequence: BigInt(sequence), rounds: parseRecentRounds(packed) }]
  }
  for (const server of 'nodes' in redis ? redis.nodes('master') : [redis]) {
    const match = `${prefix}${ALL_PLAYERS}`
    for await (const keys of server.scanStream({ match, count: RECONCILED_PLAYERS })) {
      const players = (keys as string[])
        .map(key => playerOfKey(key.slice(prefix.length)))
        .filter(player => player !== null)
        .filter(isOfLedger)
      yield (await Promise.all(players.map(take))).flat()
    }
  }
}
