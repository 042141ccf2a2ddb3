// Players: found by the beginning of their id; sessions and open rounds of one player, whose
// sessions an owner may end.

import { isPast } from '../../core/expiry.ts'
import { isUuid } from '../../core/identifiers.ts'
import { CURRENCIES } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { readTag } from '../../core/player-notes.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../games/engine/bets.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import { listBalances } from '../../ledger/players/player-balances.ts'
import { type KnownPlayer, searchPlayers } from '../../ledger/players/player-search.ts'
import { revokeSessions } from '../../ledger/players/session-revoke.ts'
import { findSession } from '../../ledger/players/sessions.ts'
import { cellOf } from '../../ledger/reports/column.ts'
import { GGR_COLUMNS } from '../../ledger/reports/report-columns.ts'
import { PROVIDERS } from '../../operator/common-schema.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { readPage } from '../page.ts'
import { type AdminResult, type AdminRoute, answered, defineRoute } from '../route.ts'
import { findPlayer, isPlayerText, PLAYER } from './known-player.ts'
import {
  EndedSessions,
  Player,
  PlayerChoices,
  PlayerMoney,
  PlayerPage,
  PlayerQuery,
} from './schema.ts'

const NO_SESSION = refuse('UNKNOWN_SESSION', 'There is no such session of this player.')

export const FIND_PLAYER_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /players', ['player.read', 'query project'], {
    summary: 'Players by the beginning of their id or by a tag, of one project or of all',
    query: PlayerQuery,
    answer: PlayerPage,
    errors: ['INVALID_CURSOR'],
    run: async (deps, { query }) => {
      const page = readPage(deps, 'players', query)
      if (!page.ok) return page
      const { player: prefix = '', project = '', tag: asked = '' } = query
      const tag = asked === '' ? null : readTag(asked)
      if (!isPlayerText(prefix) || !isPlayerText(project) || (asked !== '' && tag === null)) {
        return answered({ rows: [], nextCursor: null })
      }
      const [playerId = '', projectId = ''] = page.after ?? []
      const after = page.after === null ? null : { projectId, playerId }
      const wanted = { prefix, tag, projectId: project === '' ? null : project, after }
      const found = await searchPlayers(deps.pools, { ...wanted, limit: page.limit })
      const { rows, nextCursor } = page.cut(found, row => [row.playerId, row.projectId])
      const present = ({ createdAt, sessionUntil, ...player }: (typeof rows)[number]) => ({
        ...player,
        createdAt: createdAt.toISOString(),
        sessionUntil: sessionUntil?.toISOString() ?? null,
      })
      return answered({ rows: rows.map(present), nextCursor })
    },
  }),
  defineRoute('GET /player-choices', ['player.read', 'own'], {
    summary: 'Games, bets, providers and currencies that a player can be given something in',
    answer: PlayerChoices,
    run: async () =>
      answered({
        currencies: [...CURRENCIES],
        providers: [...PROVIDERS],
        games: GAMES.map(describeGame),
      }),
  }),
]

export const PLAYER_ROUTES: readonly AdminRoute[] = [
  defineRoute(`GET ${PLAYER}`, ['player.read', 'path'], {
    summary: 'A player with the newest sessions and the open rounds',
    answer: Player,
    errors: ['UNKNOWN_PLAYER'],
    run: async (deps, { params }) => {
      const found = await findPlayer(deps, params)
      return found.ok ? answered(describePlayer(deps, params, found.known)) : found
    },
  }),
  defineRoute(`GET ${PLAYER}/money`, ['player.read', 'path'], {
    summary: 'What a player has, has staked and has won, by currency',
    description:
      'Balances are the last ones that the wallet reported, with their time: no wallet is asked. ' +
      'Sums are those of the reports, over all time; GGR is bets less refunds less wins.',
    answer: PlayerMoney,
    errors: ['UNKNOWN_PLAYER'],
    run: (deps, { params }) => readMoney(deps, params),
  }),
  defineRoute(`POST ${PLAYER}/sessions/end`, ['session.end', 'path'], {
    summary: 'End all sessions of a player',
    description: 'Launch links stop working and sockets are closed, on every node. Rounds stay.',
    answer: EndedSessions,
    errors: ['UNKNOWN_PLAYER'],
    run: async (deps, { params, by }) => {
      const found = await findPlayer(deps, params)
      if (!found.ok) return found
      const { projectId, playerId } = params
      const pool = deps.pools.of(params)
      const ended = await revokeSessions(pool, { projectId, playerId }, by, deps.pool)
      return answered({ ended: ended.map(({ sessionId }) => sessionId) })
    },
  }),
  defineRoute(`POST ${PLAYER}/sessions/:sessionId/end`, ['session.end', 'path'], {
    summary: 'End one session of a player',
    answer: EndedSessions,
    errors: ['UNKNOWN_PLAYER', 'UNKNOWN_SESSION'],
    run: async (deps, { params, by }) => {
      const found = await findPlayer(deps, params)
      if (!found.ok) return found
      const { projectId, playerId, sessionId } = params
      const pool = deps.pools.of(params)
      const session = isUuid(sessionId) ? await findSession(pool, sessionId) : null
      if (session?.projectId !== projectId || session.playerId !== playerId) return NO_SESSION
      await revokeSessions(pool, { projectId, sessionId }, by, deps.pool)
      return answered({ ended: [sessionId] })
    },
  }),
]

export function describePlayer(
  { node, nowMs, sessionsHere }: AdminDeps,
  { projectId, playerId }: PlayerRef,
  { createdAt, block, tags, lastRound, sessions, openRounds }: KnownPlayer,
): Player {
  const here = new Set(sessionsHere().map(({ sessionId }) => sessionId))
  return {
    projectId,
    playerId,
    node,
    createdAt: createdAt.toISOString(),
    block: block && { ...block, at: new Date(block.at).toISOString() },
    tags,
    lastRound: lastRound && { ...lastRound, createdAt: lastRound.createdAt.toISOString() },
    sessions: sessions.map(({ createdAt, expiresAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isOver: isPast(expiresAt.getTime(), nowMs()),
      isConnectedHere: here.has(session.sessionId),
    })),
    openRounds: openRounds.map(({ createdAt, ...round }) => ({
      ...round,
      createdAt: createdAt.toISOString(),
    })),
  }
}

async function readMoney(deps: AdminDeps, player: PlayerRef): Promise<AdminResult<PlayerMoney>> {
  const found = await findPlayer(deps, player)
  if (!found.ok) return found
  const [balances, totals] = await Promise.all([
    listBalances(deps.pools.of(player), player),
    deps.reports.reconciliation({ ...player, ...ALL_TIME, limit: CURRENCIES.length }),
  ])
  // Only a period that ends within an archived month is refused.
  if (!totals.ok) throw new Error('sums over all time were refused')
  const byCurrency = CURRENCIES.map(currency => {
    const balance = balances.find(each => each.currency === currency)
    const sums = totals.rows.find(each => each.currency === currency)
    if (balance === undefined && sums === undefined) return null
    return {
      currency,
      balanceMinor: balance?.balanceMinor ?? null,
      balanceAt: balance?.reportedAt.toISOString() ?? null,
      betCount: sums?.betCount ?? 0,
      betsMinor: String(sums?.betsMinor ?? 0),
      winsMinor: String(sums?.winsMinor ?? 0),
      refundsMinor: String(sums?.refundsMinor ?? 0),
      ggrMinor: sums === undefined ? '0' : String(cellOf(GGR, sums)),
      pendingOperations: sums?.pendingOperations ?? 0,
    }
  })
  return answered({ byCurrency: byCurrency.filter(each => each !== null) })
}

const GGR = GGR_COLUMNS.find(({ name }) => name === 'ggrMinor')!
const ALL_TIME = { fromMs: null, toMs: null, currency: null, after: null }

function describeGame(game: GameDefinition) {
  const { id: gameId, name, provider, freeSpins, targetOutcomes, hasFeature, maxWinBets } = game
  return {
    gameId,
    name,
    provider,
    hasFeature,
    maxWinBets,
    hasFreeSpins: freeSpins,
    hasTargets: targetOutcomes,
    bets: Object.fromEntries(CURRENCIES.map(currency => [currency, betsOf(game, currency)])),
  }
}

/** Each total once, the smallest first. */
function betsOf(game: GameDefinition, currency: (typeof CURRENCIES)[number]): string[] {
  const stakes = listBets(game, currency).map(bet => resolveBaseStakeMinor(game, currency, bet)!)
  return [...new Set(stakes)].sort((a, b) => (a < b ? -1 : 1)).map(String)
}
