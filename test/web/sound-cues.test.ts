// Sound effects and their times: every one is made and measured, and the moments of play are sent
// to the soundtrack.

import t from 'tap'
import type { Moment } from '../../web/play/round/moments.ts'
import type { Strokes } from '../../web/play/sound/score.ts'
import { GAMES_WITH_MUSIC, scoreOf } from '../../web/play/sound/scores/catalogue.ts'
import { type Act, type Circumstances, Soundtrack } from '../../web/play/sound/soundtrack.ts'
import { CUE_NAMES, LOOPED_CUES, renderCue } from '../../web/play/sound/synthesis/cues.ts'
import { loudnessOf, peakOf, type Stereo } from '../../web/play/sound/synthesis/loudness.ts'
import { CURVE_REACH, ceilingCurve } from '../../web/play/sound/synthesis/master.ts'
import { mix, strokeAt } from '../../web/play/sound/synthesis/render.ts'
import { RATE } from '../../web/play/sound/synthesis/signal.ts'
import { shareOf } from '../../web/play/sound/synthesis/spectrum.ts'
import { sized } from '../support/size.ts'
import { apart, bendsOf, offsetOf, spectrumOf } from './sound-samples.ts'

const looped: readonly string[] = LOOPED_CUES

/** The longest are made of the same notes as the others. */
const CUES = sized(
  CUE_NAMES.filter(cue => !['tierMega', 'tierEpic', 'maxWin', 'pot'].includes(cue)),
  CUE_NAMES,
)
for (const id of sized(GAMES_WITH_MUSIC.slice(0, 1), GAMES_WITH_MUSIC)) {
  t.test(`${id}: every effect exists, is bounded, and has clean ends`, async t => {
    const { cues } = await scoreOf(id)
    const made = new Map()
    for (const cue of CUES) {
      const sound = renderCue(cue, cues, made)
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

/** In hertz: what the loudspeaker of a phone plays. */
const PHONE = [500, 4000] as const
const LEAST_ON_A_PHONE = 0.5
const LEAST_APART = 2
/** What the hand moves; `card` is a part of the cues of features and gambles. */
const HANDS = ['key', 'reelsStart', 'reelsSpin', 'reelStop', 'count', 'card'] as const

const hands = await Promise.all(
  sized(GAMES_WITH_MUSIC.slice(0, 3), GAMES_WITH_MUSIC).map(async id => {
    const { cues } = await scoreOf(id)
    const sounds = HANDS.map(hand => (hand === 'card' ? cardOf(cues.card) : renderCue(hand, cues)))
    return { id, sounds }
  }),
)

function cardOf(strokes: Strokes): Stereo {
  const notes = strokes.map(([name, at = 0, gain = 1, speed = 1]) => ({
    ...strokeAt(name, at, speed),
    ...{ gain, pan: 0, room: 0 },
  }))
  return mix(notes, 0, 0, new Map())
}

t.test('a stop of the reels is heard on a phone in every game', async t => {
  for (const { id, sounds } of hands) {
    const share = shareOf(sounds[HANDS.indexOf('reelStop')]!, ...PHONE)
    t.ok(share >= LEAST_ON_A_PHONE, `${id}: ${(share * 100).toFixed(0)} %`)
  }
})

t.test('keys, start, rolling, stops, count and cards differ between any two games', async t => {
  for (const [at, hand] of HANDS.entries()) {
    const spectra = hands.map(({ sounds }) => spectrumOf(sounds[at]!))
    for (const [index, { id }] of hands.entries()) {
      for (let other = index + 1; other < hands.length; other++) {
        const decibels = apart(spectra[index]!, spectra[other]!)
        const names = `${hand} of ${id} and ${hands[other]!.id}`
        t.ok(decibels > LEAST_APART, `${names}: ${decibels.toFixed(1)} dB apart`)
      }
    }
  }
})

t.test('whatever sounds together, nothing leaves the page above -1 dB', async t => {
  const curve = ceilingCurve()
  t.ok(Math.max(...curve.map(Math.abs)) <= 10 ** (-1 / 20))
  const half = curve[Math.round(((curve.length - 1) / 2) * (1 + 0.5 / CURVE_REACH))]!
  t.ok(Math.abs(half - 0.5) < 0.001, 'and what is quieter passes unchanged')
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
  t.notMatch(acts[3]![0], { longestSeconds: 0.45 })
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

const ducked = (acts: readonly Act[][]) =>
  acts.map(each => each.flatMap(act => (act.do === 'duck' ? [act.under] : [])).at(-1))

t.test('music makes room for a win until it is counted', async t => {
  const [start, win, count, end] = wins(1)
  t.same(ducked(play([start!, win!, count!, end!])), ['none', 'win', undefined, 'none'])
  const silent = ducked(play(wins(1), { celebrateUpToStake: false }))
  t.same(silent, ['none', undefined, undefined, 'none'], 'not for one that is not celebrated')
})

t.test('music makes more room for a large moment, until its end', async t => {
  const big: Moment[] = [
    { kind: 'winTier', tier: 'big' },
    { kind: 'countStop' },
    { kind: 'wins', bets: 20, count: 1, special: false },
    { kind: 'winTierEnd' },
  ]
  t.same(ducked(play(big)), ['moment', undefined, undefined, 'none'])
  const feature: Moment[] = [
    { kind: 'featureWon', feature: 'freeGames', retrigger: false },
    { kind: 'featureIntro', feature: 'freeGames', count: 8 },
    { kind: 'featureStart', feature: 'freeGames' },
    { kind: 'featureOutro', feature: 'freeGames', bets: 40 },
    { kind: 'featureEnd', feature: 'freeGames' },
  ]
  t.same(ducked(play(feature)), ['moment', 'moment', 'none', 'moment', 'none'])
})

t.test('a feature has its own piece, from its start to its end', async t => {
  const acts = play([
    { kind: 'featureStart', feature: 'respins' },
    { kind: 'featureOutro', feature: 'respins', bets: 12 },
    { kind: 'featureEnd', feature: 'respins' },
  ])
  const pieces = acts.map(each => each.flatMap(act => (act.do === 'piece' ? [act.piece] : [])))
  t.same(pieces, [['feature'], ['main'], ['main']])
})

t.test('the tension joins while the reels wait, and never outlasts the round', async t => {
  const acts = play([
    { kind: 'anticipation', column: 3 },
    { kind: 'anticipationEnd' },
    { kind: 'anticipation', column: 4 },
    { kind: 'roundEnd', bets: 0 },
  ])
  const tension = acts.map(each => each.flatMap(act => (act.do === 'tension' ? [act.on] : [])))
  t.same(tension, [[true], [false], [true], [false]])
})
