// One round as the panel shows it: its record, what it owes, what happened, and which actions its
// state allows. Reads only.

import type { Pool } from 'pg'
import { isUuid } from '../../core/identifiers.ts'
import { findGame } from '../../games/catalogue/games.ts'
import { readRoundAudit } from '../../ledger/audit/audit-reader.ts'
import { findCallbacksOfRound } from '../../ledger/callback-log/callback-log-reader.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { findOrphan, type KnownOfOrphan } from '../../ledger/rounds/orphaned-rounds.ts'
import { readWalletFailures } from '../../ledger/rounds/round-failures.ts'
import { type KnownRound, readPushes } from '../../ledger/rounds/unfinished-rounds.ts'
import { debitMinor, decidersOf, isCancellable } from '../../round/round.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminErrorCode, type AdminRefused, refuse } from '../errors.ts'
import {
  findDrawer,
  isResultSecret,
  RESULT_NOT_REVEALED,
  whyNotDrawn,
  winOf,
} from './drawn-again.ts'
import { lookUpRound, nextTryOf, operationsOf, owesOf } from './known-round.ts'
import { refusalOf } from './push.ts'
import { balancesOf, shownOf } from './replay-feed.ts'
import type { RoundDetail } from './schema.ts'
import { makeTimeline, type RoundStory } from './timeline.ts'

/** Wallet calls of one round that its page shows: a day of retries a minute apart is 1,440. */
const ROUND_CALLS_SHOWN = 300

export interface RoundFound {
  readonly ok: true
  readonly pool: Pool
  readonly known: KnownRound
}

/** @param within a project: a round of another one is answered like one that does not exist */
export async function requireRound(
  pools: PlayerDatabases<Pool>,
  roundId: string,
  within: string | null = null,
): Promise<RoundFound | AdminRefused> {
  if (!isUuid(roundId)) return refuse('ROUND_NOT_FOUND', 'There is no such round.')
  const found = await lookUpRound(pools, roundId, within)
  if (found.kind === 'found') return { ok: true, pool: found.pool, known: found.known }
  if (found.kind === 'unknown') return refuse('ROUND_NOT_FOUND', 'There is no such round.')
  const look = 'Look in its file with "reelhouse ledger read --round" or "replay --archive".'
  return refuse('ROUND_ARCHIVED', `${found.month} is archived. ${look}`)
}

/**
 * Everything that a round's page and its dispute pack are made from.
 * @param within the project of the operator who reads it; null: one of the platform's people
 */
export async function readStory(
  { pool: home }: Pick<AdminDeps, 'pool'>,
  { pool, known }: RoundFound,
  within: string | null,
): Promise<RoundStory & { orphaned: KnownOfOrphan | null }> {
  const { roundId } = known.round.intent
  const [calls, failures, audit, orphaned] = await Promise.all([
    findCallbacksOfRound(pool, roundId, ROUND_CALLS_SHOWN),
    readWalletFailures(pool, roundId),
    readRoundAudit(home, known.projectId, roundId, within),
    findOrphan(pool, roundId),
  ])
  const pushIds = audit.flatMap(({ after }) => (after as { pushId?: string } | null)?.pushId ?? [])
  return { known, calls, failures, audit, pushes: await readPushes(pool, pushIds), orphaned }
}

export function describeRound(story: RoundStory & { orphaned: KnownOfOrphan | null }): RoundDetail {
  const { known, orphaned } = story
  const { round } = known
  const { intent, progress } = round
  const next = nextTryOf(known)
  const { beforeMinor, afterMinor } = balancesOf(round)
  const drawer = findDrawer(intent)
  return {
    roundId: intent.roundId,
    projectId: known.projectId,
    playerId: known.playerId,
    gameId: intent.gameId,
    gameName: findGame(intent.gameId)?.name ?? intent.gameId,
    gameVersion: intent.gameVersion,
    gameMode: intent.gameMode,
    currency: intent.currency,
    state: progress.state,
    shown: shownOf(progress),
    createdAt: at(intent.createdAtMs),
    touchedAt: at(known.touchedAtMs),
    settledAt: atOrNull(progress.settledAtMs),
    stakeMinor: intent.stakeMinor.toString(),
    baseStakeMinor: intent.baseStakeMinor.toString(),
    betMinor: debitMinor(intent).toString(),
    winMinor: winOf(round),
    balanceBeforeMinor: beforeMinor?.toString() ?? null,
    balanceAfterBetMinor: progress.balanceAfterBetMinor?.toString() ?? null,
    balanceAfterMinor: afterMinor?.toString() ?? null,
    betTerms: intent.betTerms,
    level: intent.levelBps === null ? null : String(intent.levelBps / 100),
    levelSource: intent.levelSource,
    sequence: intent.sequence.toString(),
    requestId: intent.requestId,
    sessionId: intent.sessionId,
    grantId: intent.freeSpin?.grantId ?? null,
    targetOutcomeId: intent.appliedTarget?.targetOutcomeId ?? null,
    reelSet: intent.appliedTarget?.reelSet ?? null,
    choices: isResultSecret(round) ? [] : [...progress.choices],
    deciders: isResultSecret(round) ? [] : [...decidersOf(round)],
    attempts: progress.attempts,
    version: progress.version,
    cancelReason: progress.cancelReason,
    refusalCode: progress.refusalCode,
    orphaned,
    failure: known.ownFailure,
    failures: known.ownFailures,
    operations: presentOperations(story),
    owes: owesOf(known),
    next: { driver: next.driver, at: atOrNull(next.atMs) },
    timeline: makeTimeline(story),
    replay: isResultSecret(round)
      ? { isPossible: false, reason: RESULT_NOT_REVEALED.reason }
      : {
          isPossible: drawer.kind === 'here',
          reason: drawer.kind === 'here' ? null : whyNotDrawn(drawer),
        },
    actions: actionsOf(known, orphaned),
  }
}

function presentOperations({ known, failures }: RoundStory): RoundDetail['operations'] {
  return operationsOf(known.round).map(({ amountMinor, plannedAtMs, confirmedAtMs, ...more }) => ({
    ...more,
    amountMinor: amountMinor.toString(),
    plannedAt: atOrNull(plannedAtMs),
    confirmedAt: atOrNull(confirmedAtMs),
    unclear: failures.find(({ operation }) => operation === more.kind)?.failures ?? 0,
  }))
}

/** As far as the ledger knows now; the round's driver decides in the end. */
function actionsOf(known: KnownRound, orphaned: KnownOfOrphan | null): RoundDetail['actions'] {
  const isAside = known.round.progress.state === 'reconciliation_required' && orphaned === null
  const mayCancel = isCancellable(known.round) && known.round.intent.freeSpin === null
  return {
    push: verdict(refusalOf(known) === null, 'ROUND_NOT_PUSHABLE'),
    putBack: verdict(isAside, 'ROUND_NOT_SET_ASIDE'),
    cancel: verdict(mayCancel, 'ROUND_NOT_CANCELLABLE'),
  }
}

const verdict = (isAllowed: boolean, code: AdminErrorCode) => ({
  isAllowed,
  code: isAllowed ? null : code,
})

const at = (ms: number) => new Date(ms).toISOString()
const atOrNull = (ms: number | null) => (ms === null ? null : at(ms))
