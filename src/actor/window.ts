// A settled round's way into the player's adaptive window, and the step it may call for. Only where
// the project has the adaptive rule on; counts nothing that the rule leaves out.

import { type AdaptiveRule, sumRounds, type WindowSums } from '../core/adaptive-rule.ts'
import { printInstant } from '../core/iso-time.ts'
import { isCounted, type RtpSettings, settleCountedRound } from '../core/player-rtp.ts'
import type { Round } from '../core/round.ts'
import type { PlayerRef, WindowRef } from '../hot/player-state.ts'
import type { BoundLevel } from '../ledger/terms-reader.ts'
import type { ActorWorld } from './world.ts'

/** The rule a settled round is counted under; null: it is not counted. */
export function ruleOf(
  { intent }: Round,
  { adaptive, personal, providerBps }: RtpSettings,
  level: BoundLevel | undefined,
): AdaptiveRule | null {
  if (level === undefined || !personal || providerBps === null) return null
  const { levelSource, forced } = intent
  return isCounted({ isForced: forced !== null, levelSource }) ? adaptive : null
}

/** Closes the round and counts it. True when the player's level took a step. */
export async function countRound(
  world: Pick<ActorWorld, 'hot' | 'ledger' | 'gameIdsOf' | 'nowMs'>,
  player: PlayerRef,
  round: Round,
  ref: WindowRef,
  rtp: RtpSettings & { adaptive: AdaptiveRule },
  level: BoundLevel,
): Promise<boolean> {
  const { intent, progress } = round
  const counted = { ...intent, winMinor: progress.winMinor }
  const { windowRounds } = rtp.adaptive
  const settling = await world.hot.settleRound(player, ref, counted, windowRounds)
  if (settling.kind === 'closed') return false
  const window =
    settling.kind === 'window'
      ? settling.window
      : await loadWindow(world, player, intent.playerKey, ref, windowRounds, settling.token)
  if (window === null) return false
  const at = printInstant(world.nowMs())
  const change = settleCountedRound(level, rtp, { currency: ref.currency, window, at })
  const [entry] = change.entries
  if (entry === undefined || entry.to_bps === null) return false
  const place = { ...player, provider: ref.provider, gameIds: world.gameIdsOf(ref.provider) }
  const step = {
    judgedBps: level.currentBps,
    sequence: intent.sequence,
    entry: { ...entry, to_bps: entry.to_bps },
  }
  const stepped = await world.ledger.stepLevel(place, step)
  if (stepped) await world.hot.dropWindows(player, ref.provider)
  return stepped
}

/** Null when a later round loads it. */
async function loadWindow(
  { hot, ledger, gameIdsOf }: Pick<ActorWorld, 'hot' | 'ledger' | 'gameIdsOf'>,
  player: PlayerRef,
  playerKey: string,
  ref: WindowRef,
  windowRounds: number,
  token: string,
): Promise<WindowSums | null> {
  const { provider, currency } = ref
  const gameIds = gameIdsOf(provider)
  const read = await ledger.findWindow({ playerKey, provider, gameIds, currency, windowRounds })
  const loaded = await hot.loadWindow(player, ref, token, read.afterSequence, read.rounds)
  return loaded ? sumRounds(read.rounds) : null
}
