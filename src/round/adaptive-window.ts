// Counts a settled round into the player's adaptive window and takes the step that the window may
// call for. Only for projects with the adaptive rule on; counts no round that the rule leaves out.

import { type AdaptiveRule, sumRounds, type WindowSums } from '../core/adaptive-rule.ts'
import type { BoundLevel } from '../core/entitlements.ts'
import { printInstant } from '../core/iso-time.ts'
import type { PlayerRef } from '../core/player.ts'
import { isCounted, type RtpSettings, settleCountedRound } from '../core/player-rtp.ts'
import { rtpSettingsOf } from '../core/project-settings.ts'
import type { WindowRef, WindowRule } from '../redis/adaptive-windows.ts'
import type { RoundDeps } from './deps.ts'
import { recallPlayer } from './known-player.ts'
import type { Round } from './round.ts'
import type { RoundsOfPlayer } from './rounds-of-player.ts'

/**
 * Closes a settled round in the step that counts it into the player's window. `not-counted`: the
 * window leaves the round out, and it is still open in Redis. `level-stepped`: the player's level
 * changed in the ledger, so what this memory has of the player is outdated.
 */
export async function closeCounted(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  round: Round,
): Promise<'not-counted' | 'counted' | 'level-stepped'> {
  const counting = await findCounting(deps, state, round)
  if (counting === null) return 'not-counted'
  const isStepped = await closeAndCount(deps, state.player, round, counting)
  return isStepped ? 'level-stepped' : 'counted'
}

/** The project settings under which a round is counted. */
interface Counting {
  ref: WindowRef
  rtp: RtpSettings & { adaptive: AdaptiveRule }
  /** The revision of the project's settings. */
  revision: number
  level: BoundLevel
}

/** Null: the round is not counted. */
async function findCounting(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  { intent }: Round,
): Promise<Counting | null> {
  const { gameId, currency, levelSource, appliedTarget } = intent
  const provider = deps.findGame(gameId)?.provider
  const isForced = appliedTarget !== null
  if (provider === undefined || !isCounted({ isForced, levelSource })) return null
  const { settings, revision } = await deps.findProject(state.player.projectId)
  const rtp = rtpSettingsOf(settings, provider)
  const { adaptive, personal, providerBps } = rtp
  const { entitlements } = await recallPlayer(deps, state)
  const level = entitlements.levels.get(provider)
  if (adaptive === null || !personal || providerBps === null || level === undefined) return null
  return { ref: { provider, currency }, rtp: { ...rtp, adaptive }, revision, level }
}

/** Closes the round and counts it. True when the player's level changed by a step. */
async function closeAndCount(
  deps: RoundDeps,
  player: PlayerRef,
  round: Round,
  counting: Counting,
): Promise<boolean> {
  const { ref, rtp, revision } = counting
  const { intent, progress } = round
  const rule = { windowRounds: rtp.adaptive.windowRounds, revision }
  const counted = { ...intent, winMinor: progress.winMinor }
  const settling = await deps.redisState.settleRound(player, ref, counted, rule)
  if (settling.kind === 'closed') return false
  const window =
    settling.kind === 'window'
      ? settling.window
      : await loadWindow(deps, player, intent.playerKey, ref, rule, settling.token)
  return window !== null && judgeWindow(deps, player, intent.sequence, window, counting)
}

/**
 * Takes the step that the window calls for. False when it calls for none, or when another round
 * took the step.
 */
async function judgeWindow(
  deps: RoundDeps,
  player: PlayerRef,
  sequence: bigint,
  window: WindowSums,
  { ref, rtp, level }: Counting,
): Promise<boolean> {
  const at = printInstant(deps.nowMs())
  const { entries } = settleCountedRound(level, rtp, { currency: ref.currency, window, at })
  const [entry] = entries
  if (entry === undefined || entry.to_bps === null) return false
  const steppedPlayer = { ...player, provider: ref.provider, gameIds: deps.gameIdsOf(ref.provider) }
  const { kind } = await deps.ledger.stepLevel(steppedPlayer, {
    judgedBps: level.currentBps,
    sequence,
    entry: { ...entry, to_bps: entry.to_bps },
  })
  if (kind === 'outdated') return false
  await deps.redisState.dropWindows(player, ref.provider)
  return true
}

/** Null when a later round loads the window. */
async function loadWindow(
  { redisState, ledger, gameIdsOf }: RoundDeps,
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
  return loaded === 'superseded' ? null : sumRounds(read.rounds)
}
