// A settled round's way into the player's adaptive window, and the step it may call for. Only where
// the project has the adaptive rule on; counts nothing that the rule leaves out.

import { type AdaptiveRule, sumRounds, type WindowSums } from '../core/adaptive-rule.ts'
import type { BoundLevel, Entitlements } from '../core/entitlements.ts'
import { printInstant } from '../core/iso-time.ts'
import type { PlayerRef } from '../core/player.ts'
import { isCounted, type RtpSettings, settleCountedRound } from '../core/player-rtp.ts'
import { rtpSettingsOf } from '../core/project-settings.ts'
import type { WindowRef, WindowRule } from '../redis/player-state.ts'
import type { Round } from '../round/machine.ts'
import type { PlayerDeps } from './deps.ts'

type WindowDeps = Pick<
  PlayerDeps,
  'redisState' | 'ledger' | 'findGame' | 'findProject' | 'gameIdsOf' | 'nowMs' | 'observe'
>

/** What of the player's memory a step needs: the levels, and their reading anew. */
interface LevelMemory {
  entitlements(): Promise<Entitlements>
  rebuild(): Promise<unknown>
}

/** The game is free for its next round; where the adaptive rule is on, the round is counted. */
export async function closeSettled(
  deps: WindowDeps,
  player: PlayerRef,
  memory: LevelMemory,
  round: Round,
): Promise<void> {
  const counting = await findCounting(deps, player, memory, round)
  if (counting !== null) {
    if (await countRound(deps, player, round, counting)) await memory.rebuild()
    return
  }
  const { gameId, roundId } = round.intent
  // Not waited for: the ledger says it is over, and a place left open is cleared by `adopt`.
  deps.redisState
    .closeRound(player, gameId, roundId, 'over')
    .catch(error => deps.observe.fault(error, round))
}

/** What a round is counted under. */
interface Counting {
  ref: WindowRef
  rtp: RtpSettings & { adaptive: AdaptiveRule }
  /** Of the project's settings. */
  revision: number
  level: BoundLevel
}

/** Null: the round is not counted. */
async function findCounting(
  { findGame, findProject }: WindowDeps,
  { projectId }: PlayerRef,
  memory: LevelMemory,
  { intent }: Round,
): Promise<Counting | null> {
  const { gameId, currency, levelSource, appliedTarget } = intent
  const provider = findGame(gameId)?.provider
  const isForced = appliedTarget !== null
  if (provider === undefined || !isCounted({ isForced, levelSource })) return null
  const { settings, revision } = await findProject(projectId)
  const rtp = rtpSettingsOf(settings, provider)
  const { adaptive, personal, providerBps } = rtp
  const level = (await memory.entitlements()).levels.get(provider)
  if (adaptive === null || !personal || providerBps === null || level === undefined) return null
  return { ref: { provider, currency }, rtp: { ...rtp, adaptive }, revision, level }
}

/** Closes the round and counts it. True when the player's level took a step. */
async function countRound(
  deps: WindowDeps,
  player: PlayerRef,
  { intent, progress }: Round,
  { ref, rtp, revision, level }: Counting,
): Promise<boolean> {
  const rule = { windowRounds: rtp.adaptive.windowRounds, revision }
  const counted = { ...intent, winMinor: progress.winMinor }
  const settling = await deps.redisState.settleRound(player, ref, counted, rule)
  if (settling.kind === 'closed') return false
  const window =
    settling.kind === 'window'
      ? settling.window
      : await loadWindow(deps, player, intent.playerKey, ref, rule, settling.token)
  if (window === null) return false
  const at = printInstant(deps.nowMs())
  const change = settleCountedRound(level, rtp, { currency: ref.currency, window, at })
  const [entry] = change.entries
  if (entry === undefined || entry.to_bps === null) return false
  const place = { ...player, provider: ref.provider, gameIds: deps.gameIdsOf(ref.provider) }
  const stepped = await deps.ledger.stepLevel(place, {
    judgedBps: level.currentBps,
    sequence: intent.sequence,
    entry: { ...entry, to_bps: entry.to_bps },
  })
  if (stepped) await deps.redisState.dropWindows(player, ref.provider)
  return stepped
}

/** Null when a later round loads it. */
async function loadWindow(
  { redisState, ledger, gameIdsOf }: WindowDeps,
  player: PlayerRef,
  playerKey: string,
  ref: WindowRef,
  { windowRounds, revision }: WindowRule,
  token: string,
): Promise<WindowSums | null> {
  const { provider, currency } = ref
  const gameIds = gameIdsOf(provider)
  const read = await ledger.findWindow({ playerKey, provider, gameIds, currency, windowRounds })
  const loaded = await redisState.loadWindow(
    player,
    ref,
    { token, revision },
    read.afterSequence,
    read.rounds,
  )
  return loaded === 'loaded' ? sumRounds(read.rounds) : null
}
