// One search for everything that support is asked about. Every kind is looked up at once, through
// an index, and what has not answered by the deadline is left out and said so. Changes nothing.

import { setTimeout as sleep } from 'node:timers/promises'
import { type IdRange, uuidTimeMs } from '../../core/identifiers.ts'
import { type TransactionKind, transactionId } from '../../core/wallet-operation.ts'
import { searchPlayers } from '../../ledger/players/player-search.ts'
import { OPENING_MAX_MS, searchRounds } from '../../ledger/rounds/round-search.ts'
import {
  type FoundGiven,
  findGiven,
  findGivenByExternalId,
  findSessions,
  type IdSearch,
} from '../../ledger/search/found-ids.ts'
import type { AdminDeps } from '../deps.ts'
import { isPlayerText } from '../players/known-player.ts'
import type { RoundRow } from '../rounds/schema.ts'
import { presentRow } from '../rounds/search.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { readQuestion, type SearchQuestion } from './question.ts'
import { SearchAnswer, SearchQuery } from './schema.ts'

/** Of each kind: they are shown below each other on a phone. */
const FOUND_MAX = 5
/** A person who types does not wait longer; pages have 300 ms. */
const SEARCH_DEADLINE_MS = 2_000

const NOTHING: SearchAnswer = {
  rounds: [],
  transactions: [],
  players: [],
  sessions: [],
  grants: [],
  targets: [],
  isIncomplete: false,
}

export const SEARCH_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /search', ['search.read', 'query projectId'], {
    summary: 'What an id, the beginning of an id, or a tag finds',
    description:
      'Rounds, wallet transactions, players, sessions, grants and target outcomes; ids of ' +
      'operators (`player_id`, `external_id`) too. At most five of each.',
    query: SearchQuery,
    answer: SearchAnswer,
    run: async (deps, { query, signal }) => {
      const question = readQuestion(query.text ?? '')
      if (question === null) return answered(NOTHING)
      return answered(await search(deps, question, query.projectId ?? null, signal))
    },
  }),
]

async function search(
  deps: AdminDeps,
  question: SearchQuestion,
  projectId: string | null,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  const { text, ids, transaction } = question
  const wanted = { projectId, limit: FOUND_MAX }
  const pools = deps.reportPools
  const deadline = new AbortController()
  const late = sleep(SEARCH_DEADLINE_MS, null, {
    signal: AbortSignal.any([signal, deadline.signal]),
  }).catch(() => null)
  let isIncomplete = false
  /** Its fault is logged; what it would have found is missing from the answer. */
  async function inTime<Rows>(find: Promise<Rows>, none: Rows): Promise<Rows> {
    const found = await Promise.race([find.catch(deps.onFault), late])
    if (found) return found
    isIncomplete = true
    return none
  }
  const ofIds = <Row>(find: (range: IdRange) => Promise<Row[]>): Promise<Row[]> =>
    ids === null || transaction !== null ? Promise.resolve([]) : inTime(find(ids), [])
  const none = { grant: [], target: [] }
  const isName = isPlayerText(text)
  const [rounds, players, sessions, grants, targets, named] = await Promise.all([
    ids === null ? [] : inTime(findRounds(deps, ids, wanted), []),
    isName ? inTime(findPlayers(deps, question, wanted), []) : [],
    ofIds(range => findSessions(pools, range, wanted)),
    ofIds(range => findGiven(pools, 'grant', range, wanted)),
    ofIds(range => findGiven(pools, 'target', range, wanted)),
    isName ? inTime(findGivenByExternalId(pools, text, wanted), none) : none,
  ])
  deadline.abort()
  return {
    rounds: transaction === null ? rounds : [],
    transactions: transaction === null ? [] : listTransactions(rounds, transaction),
    players,
    sessions: sessions.map(withTime),
    grants: distinct([...grants, ...named.grant]).map(withTime),
    targets: distinct([...targets, ...named.target]).map(withTime),
    isIncomplete,
  }
}

/** The time that an id of version 7 contains limits the months and the rows of a project. */
async function findRounds(
  { snapshots }: AdminDeps,
  ids: IdRange,
  wanted: IdSearch,
): Promise<RoundRow[]> {
  const isWhole = ids.first === ids.last
  const found = await searchRounds(snapshots, {
    ...wanted,
    ids,
    playerId: null,
    state: null,
    after: null,
    fromMs: isWhole ? null : uuidTimeMs(ids.first) - OPENING_MAX_MS,
    toMs: isWhole ? null : uuidTimeMs(ids.last) + OPENING_MAX_MS,
  })
  return found.map(presentRow)
}

function listTransactions(
  rounds: readonly RoundRow[],
  kind: TransactionKind,
): SearchAnswer['transactions'] {
  const statusOf = { bet: 'betStatus', win: 'winStatus', refund: 'refundStatus' } as const
  return rounds
    .filter(round => round[statusOf[kind]] !== null)
    .map(round => ({ transaction: transactionId(kind, round.roundId), kind, round }))
}

/** Those with the tag first. */
async function findPlayers(
  { reportPools }: AdminDeps,
  { text, tag }: SearchQuestion,
  { projectId, limit }: IdSearch,
): Promise<SearchAnswer['players']> {
  const wanted = { projectId, limit, after: null }
  const [tagged, named] = await Promise.all([
    tag === null ? [] : searchPlayers(reportPools, { ...wanted, prefix: '', tag }),
    searchPlayers(reportPools, { ...wanted, prefix: text, tag: null }),
  ])
  const keyOf = (row: { projectId: string; playerId: string }) => `${row.projectId} ${row.playerId}`
  const found = new Map([...named, ...tagged].map(row => [keyOf(row), row]))
  return [...found.values()].slice(0, limit).map(({ projectId, playerId, isBlocked, tags }) => ({
    projectId,
    playerId,
    isBlocked,
    tags,
  }))
}

const distinct = (rows: readonly FoundGiven[]) =>
  [...new Map(rows.map(row => [row.id, row])).values()].slice(0, FOUND_MAX)

const withTime = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
})
