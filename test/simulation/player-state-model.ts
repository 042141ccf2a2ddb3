// The player state in memory, with the rules of the Lua scripts: one function for each script, in
// one step, at the given time. A test compares it with the scripts in a real Redis. Adaptive
// windows are left out: no simulated project has the rule on.

import type { PlayerRef } from '../../src/core/player.ts'
import { type CountedTarget, pickDue } from '../../src/core/target-outcome.ts'
import type {
  RevealAnswer,
  RoundOpening,
  SpinToOpen,
  WantedReveal,
} from '../../src/redis/open-rounds.ts'
import type { PlayerToLoad } from '../../src/redis/player-state.ts'

/**
 * The holder of a game's one open-round slot. `rebuilt`: put back after a loss, with an unknown
 * reveal decision; a number: undecided, and opened on that run of the server.
 */
interface Place {
  readonly roundId: string
  readonly sequence: bigint
  readonly isPaid: boolean
  readonly targetOutcomeId: string
  readonly mark: number | 'rebuilt' | 'revealed' | 'cancelled'
}

/** Never changed in place, so that an older copy of it can be kept. */
interface ModelPlayer {
  readonly sequence: bigint
  readonly revision: string | null
  readonly ended: bigint
  readonly sessions: ReadonlyMap<string, { expiresAtMs: number; tokenVersion: number }>
  readonly places: ReadonlyMap<string, Place>
  readonly targets: ReadonlyMap<string, readonly CountedTarget[]>
}

/** Writes that a replica may have missed. */
const WRITES_KEPT = 64

export function createPlayerStateModel() {
  const players = new Map<string, ModelPlayer>()
  /** Whether the bets of recent rounds may have been sent; their later progress is left out. */
  const openings = new Map<string, 'opened' | 'unsent' | 'taken-up'>()
  let run = 1
  const writes: { key: string; before: ModelPlayer | undefined }[] = []
  const keyOf = ({ projectId, playerId }: PlayerRef) => `${projectId}:${playerId}`

  function set(key: string, now: ModelPlayer | undefined): void {
    writes.push({ key, before: players.get(key) })
    if (writes.length > WRITES_KEPT) writes.shift()
    put(key, now)
  }

  function put(key: string, now: ModelPlayer | undefined): void {
    if (now === undefined) players.delete(key)
    else players.set(key, now)
  }

  function openRound(
    player: PlayerRef,
    session: { sessionId: string; tokenVersion: number },
    { gameId, roundId, entitlementsRevision, spin, modeId, over }: SpinToOpen,
    nowMs: number,
  ): RoundOpening {
    const key = keyOf(player)
    const redisState = players.get(key)
    if (redisState === undefined) return { kind: 'not-loaded' }
    const known = redisState.sessions.get(session.sessionId)
    if (known === undefined) return { kind: 'no-session' }
    if (known.tokenVersion !== session.tokenVersion) return { kind: 'revoked' }
    const place = redisState.places.get(gameId)
    if (place?.roundId === roundId) {
      return {
        kind: 'opened',
        sequence: place.sequence,
        targetOutcomeId: place.targetOutcomeId || null,
      }
    }
    if (place !== undefined && place.roundId !== over) {
      return { kind: 'open', roundId: place.roundId }
    }
    const listed = redisState.targets.get(gameId)
    const ended = place !== undefined && listed !== undefined ? place.sequence : redisState.ended
    if (ended !== redisState.ended) set(key, { ...redisState, ended })
    if (known.expiresAtMs <= nowMs) return { kind: 'expired' }
    if (redisState.revision !== entitlementsRevision.toString()) return { kind: 'outdated' }
    const picked =
      listed === undefined || spin === 'free'
        ? { targets: redisState.targets, targetOutcomeId: '' }
        : count(redisState.targets, gameId, listed, { modeKind: spin, modeId }, nowMs)
    const sequence = redisState.sequence + 1n
    const isPaid = spin !== 'free'
    const opened = {
      roundId,
      sequence,
      isPaid,
      targetOutcomeId: picked.targetOutcomeId,
      mark: run,
    } as const
    const places = new Map(redisState.places).set(gameId, opened)
    set(key, { ...redisState, sequence, ended, targets: picked.targets, places })
    openings.set(roundId, 'opened')
    return { kind: 'opened', sequence, targetOutcomeId: picked.targetOutcomeId || null }
  }

  function decideReveal(
    player: PlayerRef,
    gameId: string,
    roundId: string,
    wanted: WantedReveal,
  ): RevealAnswer {
    const key = keyOf(player)
    const redisState = players.get(key)
    const place = redisState?.places.get(gameId)
    if (redisState === undefined || place?.roundId !== roundId) return 'lost'
    if (place.mark === 'revealed' || place.mark === 'cancelled') return place.mark
    if (place.mark !== run && wanted !== 'revealed-after-save') return 'rebuilt'
    const as = wanted === 'revealed-after-save' ? 'revealed' : wanted
    set(key, {
      ...redisState,
      places: new Map(redisState.places).set(gameId, { ...place, mark: as }),
    })
    return as
  }

  function closeRound(
    player: PlayerRef,
    gameId: string,
    roundId: string,
    how: 'over' | 'undone' | 'unwritten',
  ) {
    const key = keyOf(player)
    const redisState = players.get(key)
    const place = redisState?.places.get(gameId)
    if (redisState === undefined || place?.roundId !== roundId) return
    const hasTargets = redisState.targets.has(gameId)
    const isUncounted =
      how !== 'over' && place.isPaid && (place.targetOutcomeId !== '' || hasTargets)
    const places = new Map(redisState.places)
    places.delete(gameId)
    set(key, {
      ...redisState,
      places,
      revision: isUncounted ? null : redisState.revision,
      ended: how === 'over' && hasTargets ? place.sequence : redisState.ended,
    })
  }

  function load(player: PlayerRef, ledger: PlayerToLoad): void {
    const key = keyOf(player)
    const known = players.get(key)
    const isBehind = known === undefined || known.sequence < ledger.sequence
    const redisState: ModelPlayer = isBehind ? { ...EMPTY, sequence: ledger.sequence } : known
    const places = new Map(redisState.places)
    const written = new Set(ledger.openRounds.map(({ gameId }) => gameId))
    for (const round of ledger.openRounds) place(places, round)
    const targets = byGame(ledger.targets)
    for (const [gameId, { sequence, isPaid, targetOutcomeId }] of redisState.places) {
      if (written.has(gameId) || !isPaid || sequence <= ledger.sequence) continue
      const listed = targets.get(gameId)
      if (listed !== undefined) setTargets(targets, gameId, countOpen(listed, targetOutcomeId))
    }
    const revision =
      redisState.ended > ledger.sequence ? null : ledger.entitlementsRevision.toString()
    set(key, { ...redisState, places, targets, revision })
  }

  return {
    openRound,
    decideReveal,
    closeRound,
    load,

    noteOpening(roundId: string, as: 'unsent' | 'taken-up'): void {
      const known = openings.get(roundId)
      if (known === 'opened' || (known === 'unsent' && as === 'taken-up')) openings.set(roundId, as)
    },

    openingOf: (roundId: string) => openings.get(roundId),

    putSession(
      player: PlayerRef,
      sessionId: string,
      expiresAtMs: number,
      tokenVersion: number,
    ): 'put' | 'newer' | 'not-loaded' {
      const key = keyOf(player)
      const redisState = players.get(key)
      if (redisState === undefined) return 'not-loaded'
      const known = redisState.sessions.get(sessionId)
      if (known !== undefined && known.tokenVersion > tokenVersion) return 'newer'
      const sessions = new Map(redisState.sessions).set(sessionId, { expiresAtMs, tokenVersion })
      set(key, { ...redisState, sessions })
      return 'put'
    },

    readMark(
      player: PlayerRef,
      { gameId, sessionId }: { gameId: string; sessionId: string },
    ): string | null {
      const redisState = players.get(keyOf(player))
      if (redisState === undefined || redisState.revision === null) return null
      const { sequence, revision, places, sessions } = redisState
      const [place, session] = [places.get(gameId), sessions.get(sessionId)]
      const open = place && `${place.roundId} ${place.mark}`
      return `${sequence} ${revision} ${open} ${session?.expiresAtMs} ${session?.tokenVersion}`
    },

    dropEntitlements(player: PlayerRef): void {
      const key = keyOf(player)
      const redisState = players.get(key)
      if (redisState !== undefined && redisState.revision !== null)
        set(key, { ...redisState, revision: null })
    },

    /** Deletes everything. */
    flush(): void {
      for (const key of [...players.keys()]) set(key, undefined)
    },

    /** An older copy takes over: another run of Redis, which missed the last writes. */
    forgetWrites(last: number): void {
      run++
      for (let i = 0; i < last; i++) {
        const write = writes.pop()
        if (write === undefined) break
        put(write.key, write.before)
      }
    },

    find: (player: PlayerRef) => players.get(keyOf(player)),
  }
}

export type PlayerStateModel = ReturnType<typeof createPlayerStateModel>

const EMPTY: Omit<ModelPlayer, 'sequence'> = {
  revision: null,
  ended: 0n,
  sessions: new Map(),
  places: new Map(),
  targets: new Map(),
}

/** Counts a paid spin; applied and expired targets leave the list. */
function count(
  targets: ModelPlayer['targets'],
  gameId: string,
  listed: readonly CountedTarget[],
  spin: Parameters<typeof pickDue>[1],
  nowMs: number,
): { targets: ModelPlayer['targets']; targetOutcomeId: string } {
  const ready = listed.map(target => ({ ...target, status: 'ready' as const }))
  const { applied, counts } = pickDue(ready, spin, nowMs)
  const kept = listed.flatMap((target, at) =>
    at === applied || target.expiresAtMs <= nowMs
      ? []
      : [{ ...target, paidSpinsSince: counts[at]! }],
  )
  const changed = new Map(targets)
  setTargets(changed, gameId, kept)
  return {
    targets: changed,
    targetOutcomeId: applied === null ? '' : listed[applied]!.targetOutcomeId,
  }
}

/** A round that is open here and may be written at this moment: it counts, and has its entry. */
function countOpen(listed: readonly CountedTarget[], targetOutcomeId: string): CountedTarget[] {
  return listed
    .filter(target => target.targetOutcomeId !== targetOutcomeId)
    .map(target => ({ ...target, paidSpinsSince: target.paidSpinsSince + 1 }))
}

function setTargets(
  targets: Map<string, readonly CountedTarget[]>,
  gameId: string,
  listed: readonly CountedTarget[],
): void {
  if (listed.length > 0) targets.set(gameId, listed)
  else targets.delete(gameId)
}

/** The ledger allows one open round a game: any other here was never written. */
function place(
  places: Map<string, Place>,
  { gameId, roundId, sequence, freeSpin, appliedTarget }: PlayerToLoad['openRounds'][number],
): void {
  const known = places.get(gameId)
  const targetOutcomeId = appliedTarget?.targetOutcomeId ?? ''
  const isPaid = freeSpin === null
  const isSame =
    known?.roundId === roundId &&
    known.sequence === sequence &&
    known.isPaid === isPaid &&
    known.targetOutcomeId === targetOutcomeId
  if (!isSame) places.set(gameId, { roundId, sequence, isPaid, targetOutcomeId, mark: 'rebuilt' })
}

function byGame(targets: readonly CountedTarget[]): Map<string, readonly CountedTarget[]> {
  const games = new Map<string, readonly CountedTarget[]>()
  for (const target of targets) {
    games.set(target.gameId, [...(games.get(target.gameId) ?? []), target])
  }
  return games
}
