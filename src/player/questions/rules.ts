// The figures of the session's game: its features, and the return of each mode at the level of the
// player's next round. Every figure comes from the game; none is stored here.

import { isGambleAllowed, isModeAllowed } from '../../core/play-rules.ts'
import { resolveLevel } from '../../core/player-rtp.ts'
import { rtpSettingsOf } from '../../core/project-settings.ts'
import { describeLevel } from '../../games/engine/levels.ts'
import type { Figures, Game } from '../../games/engine/mathematics.ts'
import { volatilityOf } from '../../games/rtp/volatility.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { RulesAnswer } from '../../wire/play-answers.ts'
import { encodeError, encodeMessage } from '../views.ts'
import type { QuestionDeps } from './deps.ts'

export async function answerRules(
  deps: QuestionDeps,
  session: PlaySession,
  requestId: string,
): Promise<string> {
  const game = deps.findGame(session.gameId)
  if (game === undefined) return encodeError(requestId, 'PROJECT_GAME_DISABLED')
  const { settings } = await deps.findProject(session.projectId)
  const rtp = rtpSettingsOf(settings, game.provider)
  // The player's own level matters only with personal RTP.
  const isPersonal = rtp.personal && rtp.providerBps !== null
  const own = isPersonal ? await deps.roundsOf(session).findLevel(session, game.provider) : null
  const level = resolveLevel(own && { ...own, roundsSinceAdjust: 0 }, rtp)
  const levelBps = level?.bps ?? null
  return encodeMessage({
    type: 'rules',
    requestId,
    gameId: game.id,
    version: game.version,
    at: deps.nowMs(),
    level: {
      source: levelBps === null ? 'natural' : isPersonal ? 'personal' : 'provider',
      percent: levelBps === null ? null : hundredths(levelBps / 100),
    },
    returns: describeReturns(
      { ...game, modes: game.modes.filter(({ kind }) => isModeAllowed(settings, kind)) },
      levelBps,
    ),
    rules: offeredRules(game, isGambleAllowed(settings)) as RulesAnswer['rules'],
    decisionDeadlineMinutes: settings.decisionDeadlineMinutes,
  })
}

/** Without what the project has switched off. */
function offeredRules({ rules }: Game, gambles: boolean): Game['rules'] {
  return gambles ? rules : { ...rules, gamble: null }
}

/**
 * The returns of all modes that can be played.
 * @param levelBps null: the natural mathematics
 */
export function describeReturns(
  { modes, figures }: Pick<Game, 'modes' | 'figures'>,
  levelBps: number | null,
): RulesAnswer['returns'] {
  return modes.map(({ id, kind, priceBets }) => {
    const own = figures[id]!
    const { rtp, hitFrequency, deviationBets } =
      levelBps === null ? own.natural : describeLevel(levelBps, own, priceBets)
    const margin = marginOf(levelBps === null ? [own.natural] : [own.low, own.high])
    return {
      id,
      kind,
      priceBets,
      rtpPercent: hundredths(rtp * 100),
      hitFrequencyPercent: hundredths(hitFrequency * 100),
      deviationBets: hundredths(deviationBets),
      volatility: volatilityOf(deviationBets / Number(priceBets)),
      marginPercent: margin === null ? null : hundredths(margin * 100),
    }
  })
}

/** The widest margin among the parts of a mixture; null: all are exact. */
function marginOf(mixed: readonly Figures[]): number | null {
  const margins = mixed.flatMap(({ basis }) => (basis === 'exact' ? [] : [basis.halfWidth95]))
  return margins.length === 0 ? null : Math.max(...margins)
}

const hundredths = (figure: number) => figure.toFixed(2)
