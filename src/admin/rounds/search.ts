// The search for rounds: what its query means, and its rows as JSON. Reads only.

import { isUuid } from '../../core/identifiers.ts'
import { parsePeriodEnd } from '../../core/iso-time.ts'
import { TRANSACTION_PREFIX } from '../../core/wallet-operation.ts'
import { type FoundRound, findListedRound, searchRounds } from '../../ledger/rounds/round-search.ts'
import type { AdminDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { readPage } from '../page.ts'
import { type AdminResult, answered } from '../route.ts'
import type { RoundRow, RoundSearchAnswer, RoundSearchQuery } from './schema.ts'

type SearchDeps = Pick<AdminDeps, 'snapshots' | 'cursorKey'>

export async function search(
  deps: SearchDeps,
  query: RoundSearchQuery,
): Promise<AdminResult<RoundSearchAnswer>> {
  const { roundId, projectId = null, playerId = null, sessionId = null, state = null } = query
  if (roundId !== undefined) return searchById(deps, roundId, projectId)
  const page = readPage(deps, 'rounds', query)
  if (!page.ok) return page
  if (playerId !== null && projectId === null) {
    return refuse('INVALID_REQUEST', 'A player is looked for in a project: name it.', 'projectId')
  }
  if (sessionId !== null && (playerId === null || !isUuid(sessionId))) {
    return refuse('INVALID_REQUEST', 'A session is a UUID of a player: name both.', 'sessionId')
  }
  const [fromMs, toMs] = [query.from, query.to].map(text => text && parsePeriodEnd(text))
  if (fromMs === null) return refuse('INVALID_REQUEST', 'It is no ISO date or time.', 'from')
  if (toMs === null) return refuse('INVALID_REQUEST', 'It is no ISO date or time.', 'to')
  const found = await searchRounds(deps.snapshots, {
    projectId,
    playerId,
    sessionId,
    state,
    fromMs: numberOrNull(fromMs),
    toMs: numberOrNull(toMs),
    after: page.after,
    limit: page.limit,
  })
  const { rows, nextCursor } = page.cut(found, ({ position }) => position)
  return answered({ rows: rows.map(presentRow), nextCursor })
}

const numberOrNull = (value: number | string | undefined) =>
  typeof value === 'number' ? value : null

async function searchById(
  { snapshots }: SearchDeps,
  text: string,
  projectId: string | null,
): Promise<AdminResult<RoundSearchAnswer>> {
  const roundId = text.trim().toLowerCase().replace(TRANSACTION_PREFIX, '')
  const found = isUuid(roundId) ? await findListedRound(snapshots, roundId, projectId) : null
  return answered({ rows: found === null ? [] : [presentRow(found)], nextCursor: null })
}

export function presentRow(round: FoundRound): RoundRow {
  const {
    position: _,
    cancelReason: __,
    decidedForPlayer: ___,
    refusalCode: ____,
    ...fields
  } = round
  const { freeSpin, ...row } = fields
  const { betMinor, winMinor, createdAt, settledAt } = row
  return {
    ...row,
    isFreeSpin: freeSpin,
    betMinor: betMinor.toString(),
    winMinor: round.state === 'debit_pending' ? null : winMinor.toString(),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }
}
