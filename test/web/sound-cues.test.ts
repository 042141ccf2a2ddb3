// Sound effects and their times: every one is made and measured, and the moments of play are sent
// to the soundtrack.

import t from 'tap'
import type { Moment } from '../../web/play/round/moments.ts'
import { GAMES_WITH_MUSIC, scoreOf } from '../../web/play/sound/scores/catalogue.ts'
import { type Act, type Circumstances, Soundtrack } from '../../web/play/sound/soundtrack.ts'
import { CUE_NAMES, LOOPED_CUES, renderCue } from '../../web/play/sound/synthesis/cues.ts'
import { loudnessOf, peakOf } from '../../web/play/sound/synthesis/loudness.ts'
import { RATE } from '../../web/play/sound/synthesis/signal.ts'
import { sized } from '../support/size.ts'
import { apart, bendsOf, offsetOf, spectrumOf } from './sound-samples.ts'

const looped: readonly string[] = LOOPED_CUES

for (const id of sized(GAMES_WITH_MUSIC.slice(0, 1), GAMES_WITH_MUSIC)) {
  t.test(`${id}: every effect exists, is bounded, and has clean ends`, async t => {
    const { cues } = await scoreOf(id)
    for (const cue of CUE_NAMES) {
      const sound = renderCue(cue, cues)
      const seconds = sound.left.length / RATE
      t.ok(seconds > 0.05 && seconds < 9, `${cue}: ${seconds.toFixed(2)} s`)
      t.ok(loudnessOf(sound) > -45, `${cue}: heard`)
      t.ok(peakOf(sound) < 0.89, `${cue}: peak ${peakOf(sound).toFixed(2)}`)
      t.ok(offsetOf(sound) < 0.002, `${cue}: its mean is zero`)
      const ends = [sound.left[0]!, sound.left.at(-1)!].map(Math.abs)
      if (looped.includes(cue)) {
        const { seam, inside } = bendsOf(sound)
        t.ok(seam <= inside, `${cue}: loops without a click`)
      } else t.ok(Math.max(...ends) < 0.02, `${cue}: begins and ends at rest`)
    }
  })
}

t.test('the chimes of two games differ', async t => {
  const [first, second] = await Promise.all(['sugar-cascade', 'thunder-reels'].map(scoreOf))
  const scatters = [first!, second!].map(({ cues }) => spectrumOf(renderCue('scatter', cues)))
  t.ok(apart(scatters[0]!, scatters[1]!) > 1.2)
})

const plain: Circumstances = {
  turbo: false,
  celebrateUpToStake: true,
  priceBets: 1,
  steps: [0, 2, 4, 7, 9],
}

function play(moments: readonly Moment[], circumstances: Partial<Circumstances> = {}): Act[][] {
  const soundtrack = new Soundtrack(() => ({ ...plain, ...circumstances }))
  return moments.map(moment => soundtrack.actsOf(moment))
}

const played = (acts: readonly Act[]) => acts.flatMap(act => (act.do === 'play' ? [act.cue] : []))
const rates = (acts: readonly Act[][]) =>
  acts.flat().flatMap(act => (act.do === 'play' ? [act.rate ?? 1] : []))

t.test('a spin sounds its start, the rolling and each stop; the last ends it', async t => {
  const stops = [0, 1, 2].map((column): Moment => ({ kind: 'reelStop', column, of: 3 }))
  const acts = play([{ kind: 'reelsStart', motion: 'spin', isFirst: true }, ...stops])
  t.same(acts.map(played), [['reelsStart', 'reelsSpin'], ['reelStop'], ['reelStop'], ['reelStop']])
  t.ok(acts[3]!.some(act => act.do === 'stop' && act.cue === 'reelsSpin'))
  t.notOk(acts[2]!.some(act => act.do === 'stop'))
})

t.test('dropping symbols do not roll', async t => {
  const acts = play([{ kind: 'reelsStart', motion: 'drop', isFirst: true }])
  t.same(acts.map(played), [['reelsStart']])
})

t.test('scatters, cascades and cash rise with each one', async t => {
  const nth = [1, 2, 3, 4, 5, 6]
  const rows: Moment[][] = [
    nth.map(n => ({ kind: 'scatterLand', nth: n, column: n })),
    nth.map(n => ({ kind: 'cascadeStep', step: n })),
    nth.map(n => ({ kind: 'cashCollected', nth: n, of: 6 })),
  ]
  for (const row of rows) {
    const heard = rates(play(row))
    t.same(
      heard,
      [...heard].sort((a, b) => a - b),
    )
    t.equal(new Set(heard).size, nth.length)
    t.equal(heard[5], 2, 'the sixth is an octave higher')
  }
})

t.test('turbo has one stop, no rolling, and no long sound except in big moments', async t => {
  const spin: Moment[] = [
    { kind: 'reelsStart', motion: 'spin', isFirst: true },
    { kind: 'reelStop', column: 0, of: 2 },
    { kind: 'reelStop', column: 1, of: 2 },
    { kind: 'winTier', tier: 'epic' },
  ]
  const acts = play(spin, { turbo: true })
  t.same(acts.map(played), [['reelsStart'], [], ['reelStop'], ['tierEpic']])
  t.match(acts[0]![1], { longestSeconds: 0.45 })
  t.notMatch(acts[3]![1], { longestSeconds: 0.45 })
})

const wins = (bets: number): Moment[] => [
  { kind: 'reelsStart', motion: 'spin', isFirst: true },
  { kind: 'wins', bets, count: 1, special: false },
  { kind: 'countStart', durationMs: 800 },
  { kind: 'countStop' },
]

t.test('wins up to the stake are silent where the rules say so', async t => {
  const silent = play(wins(1), { celebrateUpToStake: false })
  t.same(silent.slice(1).map(played), [[], [], []])
  const more = play(wins(1.2), { celebrateUpToStake: false })
  t.same(more.slice(1).map(played), [['win'], ['count'], ['countEnd']])
  const ante = play(wins(1.2), { celebrateUpToStake: false, priceBets: 1.25 })
  t.same(ante.slice(1).map(played), [[], [], []])
  t.same(play(wins(0.2)).slice(1).map(played), [['win'], ['count'], ['countEnd']])
})

t.test('wins of one round count together, those of earlier rounds do not', async t => {
  const [, second] = wins(0.7)
  const acts = play([...wins(0.7), second!, ...wins(0.7)], { celebrateUpToStake: false })
  t.same(acts.map(played)[1], [])
  t.same(acts.map(played)[4], ['win'])
  t.same(acts.map(played)[6], [])
})

t.test('music fades for a big win and comes back', async t => {
  const [tier, end] = play([{ kind: 'winTier', tier: 'big' }, { kind: 'winTierEnd' }])
  t.match(tier, [{ do: 'duck', on: true }, { cue: 'tierBig' }])
  t.match(end!.at(-1), { do: 'duck', on: false })
})

t.test('the feature’s layer plays from its start to its end', async t => {
  const acts = play([
    { kind: 'featureStart', feature: 'respins' },
    { kind: 'featureOutro', feature: 'respins', bets: 12 },
    { kind: 'featureEnd', feature: 'respins' },
  ])
  const layers = acts.map(each => each.find(act => act.do === 'feature'))
  t.match(layers, [{ on: true }, { on: false }, { on: false }])
})
