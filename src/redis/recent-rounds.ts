// What Redis remembers of a player's recent rounds: enough to report and refund the bets of a ledger that
// lost them. Never the truth about a round that the ledger has.

import type { Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { RecentPlayer, RecentRound, RecentState, RoundRecord } from '../core/recent-round.ts'
import { RECONCILED_PLAYERS } from '../limits/failover.ts'
import type { RedisClient } from './connection.ts'
import { ALL_PLAYERS, playerKey, playerOfKey, recentRoundsKey } from './player-key.ts'
import { loadScript } from './scripts.ts'

/** Without whitespace; the bet's terms stand in it as they are. */
export function printRecord(
  gameId: string,
  modeId: string,
  sessionId: string,
  { currency, stakeMinor, baseStakeMinor, requestId, betTerms, freeSpin }: RoundRecord,
): string {
  const texts = [
    gameId,
    modeId,
    sessionId,
    currency,
    `${stakeMinor}`,
    `${baseStakeMinor}`,
    requestId,
  ]
  const grant = freeSpin === null ? '' : `,"${freeSpin.grantId}",${freeSpin.remaining}`
  return `[${texts.map(text => JSON.stringify(text)).join(',')},${betTerms}${grant}]`
}

type Printed = [string, string, string, Currency, string, string, string, object, string?, number?]

/** Null for a text in another form. */
export function parseRecentRound(packed: string): RecentRound | null {
  const parts = /^([otrcex]):(\d*):([^:]+):(\d+):(.*)$/s.exec(packed)
  if (parts === null) return null
  const [, state, win, roundId, sequence, json] = parts as unknown as string[]
  const printed = JSON.parse(json!) as Printed
  const [gameId, modeId, sessionId, currency, stake, base, requestId, bet, grantId, remaining] =
    printed
  return {
    roundId: roundId!,
    sequence: BigInt(sequence!),
    gameId,
    modeId,
    sessionId,
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
 * Every player that Redis knows, some at a time. What was read of them from the ledger before is read anew
 * from now on.
 * @param ledger what the ledger is now
 * @param isOfLedger whether it is the player's
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
    const rounds = packed.map(parseRecentRound).filter(round => round !== null)
    return [{ ...player, sequence: BigInt(sequence), rounds }]
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
