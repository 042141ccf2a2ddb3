// The hot state in memory, as the Lua scripts decide: one function a script, in one step, on the given
// time. A test holds it against the scripts in a real Redis. Adaptive windows are left out: no
// simulated project has the rule on.

import { type CountedTarget, pickDue } from '../../src/core/target-outcome.ts'
import type {
  PlayerRef,
  PlayerToLoad,
  RoundOpening,
  SpinToOpen,
} from '../../src/hot/player-state.ts'

/**
 * Who has a game's one place. `rebuilt`: put back after a loss, whatever its mark was; a number: not
 * marked, and opened on that run of the server.
 */
interface Place {
  readonly roundId: string
  readonly sequence: bigint
  readonly isPaid: boolean
  readonly outcomeId: string
  readonly mark: number | 'rebuilt' | 'shown' | 'cancelled'
}

/** Never changed in place, so that an older copy of it is simply kept. */
interface HotPlayer {
  readonly sequence: bigint
  readonly revision: string | null
  readonly ended: bigint
  readonly sessions: ReadonlyMap<string, { expiresAtMs: number; tokenVersion: number }>
  readonly places: ReadonlyMap<string, Place>
  readonly targets: ReadonlyMap<string, readonly CountedTarget[]>
}

/** Writes that a replica may have missed. */
const WRITES_KEPT = 64

export function createHotModel() {
  const players = new Map<string, HotPlayer>()
  let run = 1
  const writes: { key: string; before: HotPlayer | undefined }[] = []
  const keyOf = ({ projectId, playerId }: PlayerRef) => `${projectId}:${playerId}`

  function set(key: string, now: HotPlayer | undefined): void {
    writes.push({ key, before: players.get(key) })
    if (writes.length > WRITES_KEPT) writes.shift()
    put(key, now)
  }

  function put(key: string, now: HotPlayer | undefined): void {
    if (now === undefined) players.delete(key)
    else players.set(key, now)
  }

  function openRound(
    player: PlayerRef,
    session: { sessionId: string; tokenVersion: number },
    { gameId, roundId, termsRevision, spin, modeId }: SpinToOpen,
    nowMs: number,
  ): RoundOpening {
    const key = keyOf(player)
    const hot = players.get(key)
    if (hot === undefined) return { kind: 'cold' }
    const known = hot.sessions.get(session.sessionId)
    if (known === undefined) return { kind: 'no-session' }
    if (known.tokenVersion !== session.tokenVersion) return { kind: 'revoked' }
    const place = hot.places.get(gameId)
    if (place?.roundId === roundId) {
      return { kind: 'opened', sequence: place.sequence, outcomeId: place.outcomeId || null }
    }
    if (place !== undefined) return { kind: 'open', roundId: place.roundId }
    if (known.expiresAtMs <= nowMs) return { kind: 'expired' }
    if (hot.revision !== termsRevision.toString()) return { kind: 'stale' }
    const listed = hot.targets.get(gameId)
    const picked =
      listed === undefined || spin === 'free'
        ? { targets: hot.targets, outcomeId: '' }
        : count(hot.targets, gameId, listed, { modeKind: spin, modeId }, nowMs)
    const sequence = hot.sequence + 1n
    const isPaid = spin !== 'free'
    const opened = { roundId, sequence, isPaid, outcomeId: picked.outcomeId, mark: run } as const
    const places = new Map(hot.places).set(gameId, opened)
    set(key, { ...hot, sequence, targets: picked.targets, places })
    return { kind: 'opened', sequence, outcomeId: picked.outcomeId || null }
  }

  function markRound(
    player: PlayerRef,
    gameId: string,
    roundId: string,
    wanted: 'shown' | 'cancelled' | 'shown anyway',
  ) {
    const key = keyOf(player)
    const hot = players.get(key)
    const place = hot?.places.get(gameId)
    if (hot === undefined || place?.roundId !== roundId) return 'lost'
    if (place.mark === 'shown' || place.mark === 'cancelled') return place.mark
    if (place.mark !== run && wanted !== 'shown anyway') return 'rebuilt'
    const as = wanted === 'shown anyway' ? 'shown' : wanted
    set(key, { ...hot, places: new Map(hot.places).set(gameId, { ...place, mark: as }) })
    return as
  }

  function closeRound(player: PlayerRef, gameId: string, roundId: string, how: 'over' | 'undone') {
    const key = keyOf(player)
    const hot = players.get(key)
    const place = hot?.places.get(gameId)
    if (hot === undefined || place?.roundId !== roundId) return
    const hasTargets = hot.targets.has(gameId)
    const isUncounted = how === 'undone' && place.isPaid && (place.outcomeId !== '' || hasTargets)
    const places = new Map(hot.places)
    places.delete(gameId)
    set(key, {
      ...hot,
      places,
      revision: isUncounted ? null : hot.revision,
      ended: how === 'over' && hasTargets ? place.sequence : hot.ended,
    })
  }

  function load(player: PlayerRef, ledger: PlayerToLoad): void {
    const key = keyOf(player)
    const known = players.get(key)
    const isBehind = known === undefined || known.sequence < ledger.sequence
    const hot: HotPlayer = isBehind ? { ...EMPTY, sequence: ledger.sequence } : known
    const places = new Map(hot.places)
    const written = new Set(ledger.openRounds.map(({ gameId }) => gameId))
    for (const round of ledger.openRounds) place(places, round)
    const targets = byGame(ledger.targets)
    for (const [gameId, { sequence, isPaid, outcomeId }] of hot.places) {
      if (written.has(gameId) || !isPaid || sequence <= ledger.sequence) continue
      const listed = targets.get(gameId)
      if (listed !== undefined) setTargets(targets, gameId, countOpen(listed, outcomeId))
    }
    const revision = hot.ended > ledger.sequence ? null : ledger.termsRevision.toString()
    set(key, { ...hot, places, targets, revision })
  }

  return {
    openRound,
    markRound,
    closeRound,
    load,

    putSession(
      player: PlayerRef,
      sessionId: string,
      expiresAtMs: number,
      tokenVersion: number,
    ): 'put' | 'newer' | 'cold' {
      const key = keyOf(player)
      const hot = players.get(key)
      if (hot === undefined) return 'cold'
      const known = hot.sessions.get(sessionId)
      if (known !== undefined && known.tokenVersion > tokenVersion) return 'newer'
      const sessions = new Map(hot.sessions).set(sessionId, { expiresAtMs, tokenVersion })
      set(key, { ...hot, sessions })
      return 'put'
    },

    dropTerms(player: PlayerRef): void {
      const key = keyOf(player)
      const hot = players.get(key)
      if (hot !== undefined && hot.revision !== null) set(key, { ...hot, revision: null })
    },

    /** Everything is gone. */
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

export type HotModel = ReturnType<typeof createHotModel>

const EMPTY: Omit<HotPlayer, 'sequence'> = {
  revision: null,
  ended: 0n,
  sessions: new Map(),
  places: new Map(),
  targets: new Map(),
}

/** Counts a paid spin; what is applied and what has expired is listed no longer. */
function count(
  targets: HotPlayer['targets'],
  gameId: string,
  listed: readonly CountedTarget[],
  spin: Parameters<typeof pickDue>[1],
  nowMs: number,
): { targets: HotPlayer['targets']; outcomeId: string } {
  const ready = listed.map(target => ({ ...target, status: 'ready' as const }))
  const { applied, counts } = pickDue(ready, spin, nowMs)
  const kept = listed.flatMap((target, at) =>
    at === applied || target.expiresAtMs <= nowMs
      ? []
      : [{ ...target, paidSpinsSince: counts[at]! }],
  )
  const changed = new Map(targets)
  setTargets(changed, gameId, kept)
  return { targets: changed, outcomeId: applied === null ? '' : listed[applied]!.outcomeId }
}

/** A round that is open here and may be written at this moment: it counts, and has its entry. */
function countOpen(listed: readonly CountedTarget[], outcomeId: string): CountedTarget[] {
  return listed
    .filter(target => target.outcomeId !== outcomeId)
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
  { gameId, roundId, sequence, freeSpin, forced }: PlayerToLoad['openRounds'][number],
): void {
  const known = places.get(gameId)
  const outcomeId = forced?.outcomeId ?? ''
  const isPaid = freeSpin === null
  const isSame =
    known?.roundId === roundId &&
    known.sequence === sequence &&
    known.isPaid === isPaid &&
    known.outcomeId === outcomeId
  if (!isSame) places.set(gameId, { roundId, sequence, isPaid, outcomeId, mark: 'rebuilt' })
}

function byGame(targets: readonly CountedTarget[]): Map<string, readonly CountedTarget[]> {
  const games = new Map<string, readonly CountedTarget[]>()
  for (const target of targets) {
    games.set(target.gameId, [...(games.get(target.gameId) ?? []), target])
  }
  return games
}
