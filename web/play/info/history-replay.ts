// Owns the replay of one of the player's rounds on the stage, under a ribbon that labels it, and
// restores the stage afterwards. It must never send anything or change an amount of the session.

import type { ReplayAnswer } from '../../../src/wire/play-answers.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import { minorOf } from '../../amounts.ts'
import { make, part } from '../../dom.ts'
import type { DecisionPanel } from '../features/decision-panel.ts'
import type { Hud } from '../page/hud.ts'
import { type Beat, beatsOf } from '../round/beats.ts'
import type { Presenter } from '../round/presenter.ts'
import { roundAmountsOf } from '../round/round-facts.ts'
import type { InfoTexts } from './texts/en.ts'

/** The time a person needs to see what was asked. */
const ASKED_MS = 1_100
/** The end stays visible. */
const END_MS = 1_200

export interface ReplayStage {
  presenter: Presenter
  decision: DecisionPanel
  hud: Hud
  words: InfoTexts
  /** When the round was played, as text. */
  when: string
}

export async function showAgain(
  stage: ReplayStage,
  round: RoundView,
  asked: ReplayAnswer['asked'],
): Promise<void> {
  const { presenter, decision, hud } = stage
  const before = presenter.remember()
  let isStopped = false
  const stop = () => {
    isStopped = true
    presenter.hurry()
  }
  const ribbon = ribbonPart(stage, round, stop)
  const host = part('decision')
  document.body.append(ribbon)
  document.body.classList.add('showing-again')
  hud.setStake(minorOf(round.stake), round.currency)
  host.inert = true
  presenter.start()
  const amounts = roundAmountsOf(round)
  const beats = beatsOf(round.events)
  let answered = 0
  let shownBeats = 0
  for (const scene of cutAtAnswers(beats)) {
    if (isAnswer(scene[0])) {
      const question = asked[answered++]
      decision.close()
      // A gamble shows its card by itself.
      if (question?.kind === 'choice' && !isStopped) {
        void decision.ask(question, '')
        await wait(ASKED_MS, () => isStopped)
      }
    }
    const upTo = shownBeats + scene.length
    await presenter.play(beats.slice(0, upTo), shownBeats, amounts, () => isStopped)
    shownBeats = upTo
  }
  if (!isStopped) {
    presenter.finish(minorOf(round.win))
    await wait(END_MS, () => isStopped)
  }
  decision.close()
  host.inert = false
  ribbon.remove()
  document.body.classList.remove('showing-again')
  presenter.restore(before)
}

/** Groups of beats that begin with an answer of the player, except the first. */
function cutAtAnswers(beats: readonly Beat[]): Beat[][] {
  const scenes: Beat[][] = [[]]
  for (const beat of beats) {
    if (isAnswer(beat)) scenes.push([])
    scenes.at(-1)!.push(beat)
  }
  return scenes.filter(scene => scene.length > 0)
}

function isAnswer(beat: Beat | undefined): boolean {
  return beat?.kind === 'chosen' || beat?.kind === 'gambled' || beat?.kind === 'collected'
}

function ribbonPart({ hud, words, when }: ReplayStage, round: RoundView, stop: () => void) {
  const money = (text: string) => hud.print(minorOf(text), round.currency)
  return make(
    'aside',
    { class: 'replay-ribbon', label: words.replay, test: 'replay-ribbon' },
    make('b', { text: words.replay }),
    make('span', { class: 'replay-when', text: when }),
    make('span', { text: `${money(round.stake)} → ${money(round.win)}` }),
    make('small', { text: words.replayNote }),
    make('button', {
      class: 'sheet-key',
      text: words.replayEnd,
      test: 'replay-end',
      onClick: stop,
    }),
  )
}

function wait(ms: number, isOver: () => boolean): Promise<void> {
  const end = Date.now() + ms
  return new Promise(resolve => {
    const look = () => (isOver() || Date.now() >= end ? resolve() : setTimeout(look, 50))
    look()
  })
}
