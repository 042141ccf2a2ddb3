// The ledger in memory, with Postgres's behaviour: rounds with their version and sequence guards
// and checks, the entitlements they change, notifications owed, and the reads of the actors and the
// recovery job. A test compares it with a real Postgres. One function is one commit or one
// snapshot; the caller decides when it happens.

import type {
  BoundLevel,
  Entitlements,
  LevelBinding,
  ReadyTarget,
} from '../../src/core/entitlements.ts'
import { isDecisionOverdue } from '../../src/core/expiry.ts'
import {
  cancelGrant,
  type Grant,
  giveBackSpin,
  grantAt,
  isPlayable,
  settleSpin,
  takeSpin,
} from '../../src/core/grant.ts'
import type { PlayerRef } from '../../src/core/player.ts'
import type { SessionRow } from '../../src/ledger/players/sessions.ts'
import type { OwnedRound } from '../../src/ledger/rounds/recovery-work.ts'
import { NOTIFICATION_RETRY_MAX_MS } from '../../src/ledger/rounds/recovery-work.ts'
import type { RoundEntitlements } from '../../src/ledger/rounds/round-ledger.ts'
import {
  RECOVERY_ROUND_AGE_MS,
  RECOVERY_ROWS,
  WALLET_RETRY_FIRST_MS,
  WALLET_RETRY_MAX_MS,
} from '../../src/limits.ts'
import type { OpeningRefusal, OpenResult, SaveResult } from '../../src/round/ledger-answers.ts'
import {
  isFinished,
  type Round,
  type RoundProgress,
  type RoundState,
} from '../../src/round/round.ts'

export interface Row {
  readonly intent: Round['intent']
  readonly progress: RoundProgress
  readonly touchedAtMs: number
}

interface Player extends PlayerRef {
  readonly playerKey: string
  revision: bigint
  sequence: bigint
  readonly open: Map<string, string>
  readonly requests: Map<string, string>
  readonly levels: Map<string, BoundLevel>
}

interface Target {
  readonly playerKey: string
  readonly ready: Omit<ReadyTarget, 'paidSpinsSince'>
  readonly readySequence: bigint
  appliedBy: string | null
}

interface Notification {
  readonly roundId: string
  readonly event: 'start' | 'finish'
  dueAtMs: number
  attempts: number
}

const OPEN: readonly RoundState[] = ['debit_pending', 'in_progress', 'credit_pending']
export const isOpen = ({ progress }: { progress: RoundProgress }) => OPEN.includes(progress.state)

/** Called with every commit, for the rules; `before` is null when the round is written. */
export type OnCommit = (before: Row | null, row: Row, by: string) => void

export function createLedgerModel(nowMs: () => number, onCommit: OnCommit) {
  const players = new Map<string, Player>()
  const byId = new Map<string, Player>()
  const rows = new Map<string, Row>()
  const grants = new Map<string, { playerKey: string; grant: Grant }>()
  const targets = new Map<string, Target>()
  const notifications = new Map<string, Notification>()
  const sessions = new Map<string, SessionRow>()
  const failures = new Map<string, { failure: string; count: number }>()

  const read = ({ intent, progress }: Row): Round => ({ intent, progress })

  function write(before: Row | null, { intent, progress }: Round, by: string): void {
    const version = before === null ? 1 : before.progress.version + 1
    const row = { intent, progress: { ...progress, version }, touchedAtMs: nowMs() }
    checkRow(row)
    rows.set(intent.roundId, row)
    const { open } = byId.get(intent.playerKey)!
    if (isOpen(row)) open.set(intent.gameId, intent.roundId)
    else if (open.get(intent.gameId) === intent.roundId) open.delete(intent.gameId)
    onCommit(before, row, by)
  }

  function open(round: Round, entitlements: RoundEntitlements, by: string): OpenResult {
    const { intent } = round
    const player = byId.get(intent.playerKey)!
    const cause = refusalOf(player, round, entitlements)
    if (cause !== null) return { kind: 'refused', cause }
    player.sequence = intent.sequence
    player.requests.set(intent.requestId, intent.roundId)
    moveEntitlementsOnOpening(round, entitlements.binding)
    write(null, round, by)
    return { kind: 'opened' }
  }

  function refusalOf(
    player: Player,
    round: Round,
    { entitlementsRevision, binding }: RoundEntitlements,
  ): OpeningRefusal | null {
    const { roundId, requestId, sequence, gameId } = round.intent
    if (rows.has(roundId) || player.requests.has(requestId)) return 'request-repeated'
    if (sequence <= player.sequence) return 'sequence-taken'
    if (player.revision !== entitlementsRevision) return 'entitlements-outdated'
    if (!canOpen(round, binding)) return 'entitlements-outdated'
    return player.open.has(gameId) ? 'round-open' : null
  }

  /** What the statements beside the round's own would refuse. */
  function canOpen({ intent }: Round, binding: LevelBinding | null): boolean {
    const { freeSpin, appliedTarget, playerKey, createdAtMs } = intent
    if (freeSpin !== null) {
      const held = grants.get(freeSpin.grantId)
      if (held?.playerKey !== playerKey || !isPlayable(held.grant, createdAtMs)) return false
      if (held.grant.remaining !== freeSpin.remaining + 1) return false
    }
    if (appliedTarget !== null) {
      const target = targets.get(appliedTarget.targetOutcomeId)
      if (target?.playerKey !== playerKey || target.appliedBy !== null) return false
    }
    return binding === null || !byId.get(playerKey)!.levels.has(binding.provider)
  }

  function moveEntitlementsOnOpening({ intent }: Round, binding: LevelBinding | null): void {
    const { freeSpin, appliedTarget, playerKey, createdAtMs } = intent
    if (freeSpin !== null) changeGrant(freeSpin.grantId, grant => takeSpin(grant, createdAtMs))
    if (appliedTarget !== null)
      targets.get(appliedTarget.targetOutcomeId)!.appliedBy = intent.roundId
    if (binding === null) return
    const { levelBps } = binding
    const adjustedSequence = intent.sequence - 1n
    const level = { startBps: levelBps, currentBps: levelBps, manualBps: null, adjustedSequence }
    byId.get(playerKey)!.levels.set(binding.provider, { ...level, roundsSinceAdjust: 0 })
  }

  function changeGrant(grantId: string, change: (grant: Grant) => Grant): void {
    const held = grants.get(grantId)!
    grants.set(grantId, { ...held, grant: change(held.grant) })
  }

  function save(round: Round, by: string): SaveResult {
    const before = rows.get(round.intent.roundId)
    if (before === undefined || before.progress.version !== round.progress.version)
      return { kind: 'outdated' }
    // Where the round is unchanged then, nothing is changed.
    if (isFinished(before)) return { kind: 'outdated' }
    write(before, round, by)
    if (isOpen(before) && !isOpen(round)) moveEntitlementsOnEnd(round)
    return { kind: 'saved' }
  }

  function moveEntitlementsOnEnd({ intent, progress }: Round): void {
    const { freeSpin, appliedTarget, playerKey } = intent
    const isSettled = progress.state === 'settled'
    if (freeSpin === null && appliedTarget === null) return
    const atMs = progress.settledAtMs ?? nowMs()
    if (freeSpin !== null) {
      changeGrant(freeSpin.grantId, grant =>
        isSettled ? settleSpin(grant, progress.winMinor, atMs) : giveBackSpin(grant, atMs),
      )
    }
    if (isSettled) return
    const target = appliedTarget === null ? undefined : targets.get(appliedTarget.targetOutcomeId)
    if (target?.appliedBy === intent.roundId) target.appliedBy = null
    byId.get(playerKey)!.revision++
  }

  /** Paid rounds after it became ready; rejected and cancelled ones do not count. */
  function paidSpins({ playerKey, ready, readySequence }: Target): number {
    let count = 0
    for (const { intent, progress } of rows.values()) {
      const { gameId, sequence, freeSpin } = intent
      if (intent.playerKey !== playerKey || gameId !== ready.gameId) continue
      if (sequence <= readySequence || freeSpin !== null) continue
      if (progress.state !== 'rejected' && progress.state !== 'cancelled') count++
    }
    return count
  }

  function readyTargets(playerKey: string): ReadyTarget[] {
    return [...targets.values()]
      .filter(target => target.playerKey === playerKey && target.appliedBy === null)
      .map(target => ({ ...target.ready, paidSpinsSince: paidSpins(target) }))
  }

  return {
    open,
    save,
    read,
    row: (roundId: string) => rows.get(roundId),
    rows: () => rows.values(),
    grants: () => grants.values(),
    targets: () => targets.values(),
    /** A round that is not over and waits for no decision, refund or notification. */
    owesAnything: () =>
      notifications.size > 0 || [...rows.values()].some(({ progress }) => isMoving(progress)),
    notificationsOwed: () => notifications.size,
    countSpins: paidSpins,
    ownerOf: (playerKey: string): PlayerRef => byId.get(playerKey)!,
    openRows: () =>
      [...byId.values()].flatMap(({ open: ids }) => [...ids.values()].map(id => rows.get(id)!)),

    addPlayer(projectId: string, playerId: string): string {
      const playerKey = String(byId.size + 1)
      const player: Player = {
        projectId,
        playerId,
        playerKey,
        revision: 0n,
        sequence: 0n,
        open: new Map(),
        requests: new Map(),
        levels: new Map(),
      }
      players.set(`${projectId}:${playerId}`, player)
      byId.set(playerKey, player)
      return playerKey
    },

    addSession(session: SessionRow): void {
      sessions.set(session.sessionId, session)
    },

    addGrant(playerKey: string, grant: Grant): void {
      grants.set(grant.grantId, { playerKey, grant })
      byId.get(playerKey)!.revision++
    },

    cancelGrant(grantId: string): void {
      const { playerKey } = grants.get(grantId)!
      changeGrant(grantId, grant => cancelGrant(grant, nowMs()))
      byId.get(playerKey)!.revision++
    },

    /** Ready from here on. */
    addTarget(playerKey: string, ready: Target['ready']): void {
      const player = byId.get(playerKey)!
      const target = { playerKey, ready, readySequence: player.sequence, appliedBy: null }
      targets.set(ready.targetOutcomeId, target)
      player.revision++
    },

    noteFailure(roundId: string, failure: string): number {
      if (!rows.has(roundId)) return 0
      const known = failures.get(roundId)
      const count = known?.failure === failure ? known.count + 1 : 1
      failures.set(roundId, { failure, count })
      return count
    },

    setAside(roundId: string, by: string): boolean {
      const before = rows.get(roundId)
      if (before === undefined || !isOpen(before)) return false
      const progress = { ...before.progress, state: 'reconciliation_required' as const }
      write(before, { ...read(before), progress }, by)
      return true
    },

    findSession: (sessionId: string) => sessions.get(sessionId) ?? null,
    /** Of the player's rounds; a launch has reported no balance. */
    findLastBalance(playerKey: string, currency: string): bigint {
      const known = [...rows.values()]
        .filter(({ intent }) => intent.playerKey === playerKey && intent.currency === currency)
        .sort((one, other) => (one.intent.sequence < other.intent.sequence ? 1 : -1))
        .map(({ progress }) => progress.balanceAfterMinor)
      return known.find(minor => minor !== null) ?? 0n
    },
    findAnyGrant: (grantId: string) => grants.get(grantId)?.grant ?? null,

    /** The player in the first of two reads. */
    readPlayer(projectId: string, playerId: string) {
      const player = players.get(`${projectId}:${playerId}`)
      if (player === undefined) return null
      const { playerKey, sequence, revision } = player
      const entitlements: Omit<Entitlements, 'grants'> = {
        revision,
        targets: readyTargets(playerKey),
        levels: new Map(player.levels),
        limits: [],
      }
      return { playerKey, sequence, entitlements }
    },

    /** Read before the player. */
    readOpen(projectId: string, playerId: string): Round[] {
      const player = players.get(`${projectId}:${playerId}`)
      if (player === undefined) return []
      return [...byId.get(player.playerKey)!.open.values()].map(id => read(rows.get(id)!))
    },

    /** Read after the player: it may contain later commits. */
    readGrants(playerKey: string): Grant[] {
      return [...grants.values()]
        .filter(held => held.playerKey === playerKey && held.grant.status === 'active')
        .map(({ grant }) => grant)
    },

    findRound(playerKey: string, roundId: string): Round | null {
      const row = rows.get(roundId)
      return row === undefined || row.intent.playerKey !== playerKey ? null : read(row)
    },

    findRoundByRequest(playerKey: string, requestId: string): Round | null {
      const roundId = byId.get(playerKey)!.requests.get(requestId)
      return roundId === undefined ? null : read(rows.get(roundId)!)
    },

    findStalledRounds(): OwnedRound[] {
      const stalled = [...rows.values()].filter(row => isStalled(row, nowMs()))
      stalled.sort((one, other) => one.touchedAtMs - other.touchedAtMs)
      return stalled.slice(0, RECOVERY_ROWS).map(({ intent }) => own(intent))
    },

    findOverdueDecisions(minutes: number | null): OwnedRound[] {
      return [...rows.values()]
        .filter(({ progress: { state, awaiting, awaitingSinceMs } }) => {
          if (state !== 'in_progress' || !awaiting) return false
          return isDecisionOverdue(awaitingSinceMs, minutes, nowMs())
        })
        .slice(0, RECOVERY_ROWS)
        .map(({ intent }) => own(intent))
    },

    oweNotification(roundId: string, event: 'start' | 'finish', delayMs: number): void {
      const key = `${roundId}:${event}`
      if (notifications.has(key)) return
      notifications.set(key, { roundId, event, dueAtMs: nowMs() + delayMs, attempts: 0 })
    },

    findDueNotifications(): (OwnedRound & { event: 'start' | 'finish' })[] {
      const earliest = new Map<string, Notification>()
      for (const owed of notifications.values()) {
        if (owed.event === 'start' || !earliest.has(owed.roundId)) earliest.set(owed.roundId, owed)
      }
      return [...earliest.values()]
        .filter(({ dueAtMs }) => dueAtMs <= nowMs())
        .map(({ roundId, event }) => ({ ...own(rows.get(roundId)!.intent), event }))
    },

    notificationAnswered(roundId: string, event: 'start' | 'finish', accepted: boolean): void {
      const key = `${roundId}:${event}`
      const owed = notifications.get(key)
      if (owed === undefined) return
      if (accepted) {
        notifications.delete(key)
        return
      }
      owed.attempts++
      owed.dueAtMs =
        nowMs() +
        Math.min(
          WALLET_RETRY_FIRST_MS * 2 ** Math.min(owed.attempts, 16),
          NOTIFICATION_RETRY_MAX_MS,
        )
    },

    /** Ends grants whose time has passed. */
    expireGrants(): void {
      for (const [grantId, { playerKey, grant }] of grants) {
        const now = grantAt(grant, nowMs())
        if (now === grant) continue
        grants.set(grantId, { playerKey, grant: now })
        byId.get(playerKey)!.revision++
      }
    },
  }

  function own({ playerKey, roundId }: Round['intent']): OwnedRound {
    const { projectId, playerId } = byId.get(playerKey)!
    return { projectId, playerId, roundId }
  }
}

export type LedgerModel = ReturnType<typeof createLedgerModel>

/** Should be progressing, and has not been changed for a while, its back-off included. */
function isStalled({ progress, touchedAtMs }: Row, nowMs: number): boolean {
  if (!isMoving(progress)) return false
  const { state, attempts } = progress
  const growth = 2 ** Math.max(Math.min(attempts, 16) - 1, 0)
  const backOffMs =
    state === 'debit_pending'
      ? WALLET_RETRY_FIRST_MS
      : Math.min(WALLET_RETRY_FIRST_MS * growth, WALLET_RETRY_MAX_MS)
  return touchedAtMs < nowMs - RECOVERY_ROUND_AGE_MS - backOffMs
}

function isMoving({ state, awaiting, refundStatus }: RoundProgress): boolean {
  if (OPEN.includes(state)) return state !== 'in_progress' || !awaiting
  return refundStatus !== null && refundStatus !== 'confirmed'
}

/** A statement that breaks a check of the table fails. */
export class CheckViolated extends Error {}

/** The checks of table `round` that a round's moves could break. */
function checkRow({ progress: p }: Row): void {
  const isPaid = p.winMinor === 0n || p.winStatus === 'confirmed'
  const isSound = p.betStatus === 'confirmed' && isPaid && p.refundStatus === null
  if (p.state === 'settled' && !isSound) throw new CheckViolated('settled without its money')
  if (p.refundStatus !== null && p.winStatus !== null && p.winStatus !== 'planned') {
    throw new CheckViolated('a refund beside a win')
  }
  if (p.state === 'cancelled' && p.refundStatus === null) {
    throw new CheckViolated('cancelled without a refund')
  }
}
