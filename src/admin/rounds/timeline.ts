// What happened to a round, in time order, from what the ledger keeps: its opening, each wallet
// operation with its calls, the player's choices, its end, and what owners did. Pure.

import type { AuditRecord } from '../../ledger/audit/audit-reader.ts'
import type { LoggedBodies, LoggedCall } from '../../ledger/callback-log/callback-log-reader.ts'
import type { OperationFailures } from '../../ledger/rounds/round-failures.ts'
import type { KnownRound, PushAnswered } from '../../ledger/rounds/unfinished-rounds.ts'
import { debitMinor, decidersOf, type Round } from '../../round/round.ts'
import { isResultSecret } from './drawn-again.ts'
import { operationsOf, type RoundOperation } from './known-round.ts'
import type { TimelineEntry } from './schema.ts'

/** Everything read about a round besides its row. */
export interface RoundStory {
  known: KnownRound
  failures: readonly OperationFailures[]
  /** Every failed call and a sample of the others, oldest first, for as long as they are kept. */
  calls: readonly (LoggedCall & LoggedBodies)[]
  audit: readonly AuditRecord[]
  /** By the id of the push. */
  pushes: ReadonlyMap<string, PushAnswered>
}

/** An entry with its position in time; an entry without a time gets that of the entry before it. */
interface Placed {
  atMs: number
  entry: TimelineEntry
}

export function makeTimeline(story: RoundStory): TimelineEntry[] {
  const { known, failures, calls, audit, pushes } = story
  const { round } = known
  const placed = [
    opening(round),
    ...operationsOf(round).flatMap(operation => ofOperation(round, operation)),
    ...choices(round),
    ...failures.flatMap(each => unclear(each, calls)),
    ...calls.map(ofCall),
    ...endings(known),
    ...known.notifications.map(each =>
      place(known.readAtMs, {
        kind: 'notification-owed',
        operation: each.event,
        code: String(each.attempts),
        text: each.nextAttemptAt,
        at: null,
      }),
    ),
    ...audit.map(record => ofOwner(record, pushes)),
  ]
  // The order above breaks ties at the same moment.
  return placed
    .map((each, index) => ({ ...each, index }))
    .sort((one, other) => one.atMs - other.atMs || one.index - other.index)
    .map(({ entry }) => entry)
}

const NOTHING = {
  operation: null,
  attempt: null,
  callId: null,
  latencyMs: null,
  code: null,
  text: null,
  by: null,
  amountMinor: null,
  balanceMinor: null,
}

/** @param entry with `at: null` where only its order is known */
function place(atMs: number, entry: Partial<TimelineEntry> & Pick<TimelineEntry, 'kind'>): Placed {
  return { atMs, entry: { ...NOTHING, at: new Date(atMs).toISOString(), ...entry } }
}

function opening({ intent }: Round): Placed {
  return place(intent.createdAtMs, { kind: 'opened', code: intent.requestId })
}

function ofOperation(
  { progress }: Round,
  { kind, amountMinor, transaction, plannedAtMs, confirmedAtMs }: RoundOperation,
): Placed[] {
  const shared = { operation: kind, amountMinor: amountMinor.toString(), text: transaction }
  const { balanceAfterBetMinor, balanceAfterMinor } = progress
  const balance = kind === 'bet' ? balanceAfterBetMinor : balanceAfterMinor
  const planned = plannedAtMs === null ? [] : [place(plannedAtMs, { kind: 'planned', ...shared })]
  if (confirmedAtMs === null) return planned
  const confirmed = place(confirmedAtMs, {
    kind: 'confirmed',
    ...shared,
    latencyMs: plannedAtMs === null ? null : confirmedAtMs - plannedAtMs,
    balanceMinor: balance?.toString() ?? null,
  })
  return [...planned, confirmed]
}

/**
 * The ledger keeps only the order of choices; they came after the bet was confirmed. What was
 * collected with the spin is shown once the result is no longer secret.
 */
function choices(round: Round): Placed[] {
  if (isResultSecret(round)) return []
  const { intent, progress } = round
  const deciders = decidersOf(round)
  const afterMs = progress.betConfirmedAtMs ?? intent.createdAtMs
  return progress.choices.map((option, index) =>
    place(afterMs, {
      kind: CHOICE_KINDS[deciders[index]!],
      at: null,
      code: option,
      text: progress.choiceRequestIds[index] ?? null,
    }),
  )
}

const CHOICE_KINDS = { player: 'chosen', spin: 'collected', deadline: 'decided' } as const

/** The most time between the beginning of a failed call and its note. */
const NOTED_WITHIN_MS = 5_000

/** Failures that are missing from the log of calls. */
function unclear({ operation, recent }: OperationFailures, calls: RoundStory['calls']): Placed[] {
  const logged = calls.filter(call => operationOf(call) === operation).map(({ atMs }) => atMs)
  const firstMs = Math.min(...logged, Number.POSITIVE_INFINITY)
  return recent
    .filter(
      ({ at }) => Date.parse(at) < firstMs || Date.parse(at) > NOTED_WITHIN_MS + lastOf(logged),
    )
    .map(({ at, cause, text }) =>
      place(Date.parse(at), { kind: 'unclear', operation, code: cause, text }),
    )
}

const lastOf = (times: readonly number[]) => Math.max(...times, Number.NEGATIVE_INFINITY)

function ofCall(call: RoundStory['calls'][number]): Placed {
  const status = `HTTP ${call.httpStatus}`
  const isSaid = call.httpStatus === null || call.detail === status
  return place(call.atMs, {
    kind: 'call',
    operation: operationOf(call),
    attempt: call.attempt,
    callId: call.callId,
    latencyMs: Math.round(call.latencyMs),
    code: call.code,
    text: [isSaid ? null : status, call.detail].filter(Boolean).join(', ') || null,
    by: call.node,
  })
}

function operationOf({
  method,
  requestBody,
}: RoundStory['calls'][number]): TimelineEntry['operation'] {
  if (method === 'bet' || method === 'win' || method === 'refund') return method
  const event = /"event":"(start|finish)"/.exec(requestBody ?? '')?.[1]
  return event === 'start' || event === 'finish' ? event : null
}

function endings({ round, touchedAtMs, ownFailure }: KnownRound): Placed[] {
  const { state, cancelReason, refusalCode, refundPlannedAtMs, settledAtMs } = round.progress
  const cancelled =
    cancelReason === null
      ? []
      : [place(refundPlannedAtMs ?? touchedAtMs, { kind: 'cancelled', code: cancelReason })]
  switch (state) {
    case 'settled':
      return [place(settledAtMs ?? touchedAtMs, { kind: 'settled' })]
    case 'rejected':
      return [
        place(touchedAtMs, {
          kind: 'refused',
          at: null,
          operation: 'bet',
          code: refusalCode,
          amountMinor: debitMinor(round.intent).toString(),
        }),
      ]
    case 'reconciliation_required':
      return [...cancelled, place(touchedAtMs, { kind: 'set-aside', text: ownFailure })]
    default:
      return cancelled
  }
}

function ofOwner({ at, actor, action, after }: AuditRecord, pushes: RoundStory['pushes']): Placed {
  const said = after as { pushId?: string; reason?: string; state?: string } | null
  const push = said?.pushId === undefined ? undefined : pushes.get(said.pushId)
  const answer = push === undefined ? null : [push.answer, push.node].filter(Boolean).join(', ')
  const text = answer ?? said?.reason ?? said?.state ?? null
  return place(at.getTime(), { kind: 'owner', code: action, by: actor, text })
}
