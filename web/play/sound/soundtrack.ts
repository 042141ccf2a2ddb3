// Owns what sounds at which moment of play. Pure: it returns what the player module is to do, and
// must never touch browser audio.

import type { Moment, MomentOf } from '../round/moments.ts'
import type { Cue } from './synthesis/cues.ts'

export type Act =
  | { do: 'play'; cue: Cue; rate?: number; gain?: number; loop?: boolean; longestSeconds?: number }
  | { do: 'stop'; cue: Cue }
  | { do: 'piece'; piece: 'main' | 'feature' }
  | { do: 'tension'; on: boolean }
  | { do: 'duck'; under: 'none' | 'win' | 'moment' }

export interface Circumstances {
  turbo: boolean
  /** False: wins up to the stake are not celebrated. */
  celebrateUpToStake: boolean
  /** The price of the round, in base bets. */
  priceBets: number
  /** The steps of the game's scale in semitones, for rising pitches. */
  steps: readonly number[]
}

/** In turbo no effect is longer, except those of large moments. */
const TURBO_LONGEST_SECONDS = 0.45
const TIERS = { big: 'tierBig', mega: 'tierMega', epic: 'tierEpic' } as const
/** In the same bets as the tiers: larger wins sound higher. */
const WIN_DEGREES = [
  [5, 4],
  [2, 2],
  [1, 1],
] as const
const FINAL_STOPS = 2

export class Soundtrack {
  private readonly circumstances: () => Circumstances
  private wonBets = 0
  /** A banner or a card of a feature is shown: the music stays low. */
  private inMoment = false

  constructor(circumstances: () => Circumstances) {
    this.circumstances = circumstances
  }

  /** What to do at a moment. */
  actsOf(moment: Moment): Act[] {
    this.follow(moment)
    const acts = this.duck(moment, this.answer(moment))
    if (!this.circumstances().turbo) return acts
    return acts.map(act => (isShort(act) ? { ...act, longestSeconds: TURBO_LONGEST_SECONDS } : act))
  }

  private follow(moment: Moment): void {
    if (moment.kind === 'reelsStart' && moment.isFirst) this.wonBets = 0
    else if (moment.kind === 'wins') this.wonBets += moment.bets
    else if (moment.kind === 'featureOutro') this.wonBets = Math.max(this.wonBets, moment.bets)
  }

  /** The music makes room for wins, and for large moments more; it comes back after them. */
  private duck({ kind }: Moment, acts: Act[]): Act[] {
    if (BEGIN_MOMENT.has(kind)) this.inMoment = true
    else if (END_MOMENT.has(kind)) this.inMoment = false
    else if (kind === 'wins' && acts.length > 0 && !this.inMoment) return [under('win'), ...acts]
    else if (kind !== 'countStop' || this.inMoment) return acts
    return [...acts, under(this.inMoment ? 'moment' : 'none')]
  }

  private answer(moment: Moment): Act[] {
    switch (moment.kind) {
      case 'reelsStart':
        return this.start(moment)
      case 'reelStop':
        return this.stopReel(moment)
      case 'scatterLand':
        return [this.pitched('scatter', moment.nth - 1)]
      case 'anticipation':
        return [stop('anticipation'), play('anticipation'), { do: 'tension', on: true }]
      case 'anticipationEnd':
        return [stop('anticipation'), { do: 'tension', on: false }]
      case 'wins':
        return this.celebrates ? [this.pitched('win', degreeOfWin(moment.bets))] : []
      case 'cascadeStep':
        return [this.pitched('cascade', Math.min(moment.step - 1, 10))]
      case 'multiplierGrew':
        return [this.pitched('grew', Math.min(moment.multiplier - 1, 10))]
      case 'countStart':
        return this.count(moment)
      case 'countStop':
        return [stop('count'), ...(this.celebrates ? [play('countEnd')] : [])]
      case 'winTier':
        return [play(TIERS[moment.tier])]
      case 'winTierEnd':
        return [stop('count')]
      case 'featureStart':
        return [play('featureStart'), { do: 'piece', piece: 'feature' }]
      case 'featureOutro':
        return [toMain, ...(this.celebrates ? [play('featureOutro')] : [])]
      case 'featureEnd':
        return [toMain]
      case 'coinHit':
        return [{ do: 'play', cue: 'reelStop', rate: 1.1 - 0.3 * moment.weight, gain: 1 }]
      case 'cashCollected':
        return [this.pitched('cash', Math.min(moment.nth - 1, 12))]
      case 'roundEnd':
        return [stop('count'), stop('reelsSpin'), { do: 'tension', on: false }]
      default:
        return [play(PLAIN[moment.kind])]
    }
  }

  /** False: the win so far does not exceed the stake, and such wins are not celebrated. */
  private get celebrates(): boolean {
    const { celebrateUpToStake, priceBets } = this.circumstances()
    return celebrateUpToStake || this.wonBets > priceBets
  }

  private start({ motion }: MomentOf<'reelsStart'>): Act[] {
    const begin: Act[] = [stop('reelsSpin'), play('reelsStart')]
    if (motion !== 'spin' || this.circumstances().turbo) return begin
    return [...begin, { do: 'play', cue: 'reelsSpin', loop: true }]
  }

  /**
   * Each reel stops at a slightly lower pitch; the last one ends the rolling. In turbo all stop as
   * one.
   */
  private stopReel({ column, of }: MomentOf<'reelStop'>): Act[] {
    const isLast = column === of - 1
    const { turbo } = this.circumstances()
    if (turbo && !isLast) return []
    const rate = 1.12 - (0.18 * column) / Math.max(1, of - 1)
    const gain = column >= of - FINAL_STOPS ? 1 : 0.8
    const stopped: Act = { do: 'play', cue: 'reelStop', rate, gain }
    return isLast ? [stop('reelsSpin'), stopped] : [stopped]
  }

  private count({ durationMs }: MomentOf<'countStart'>): Act[] {
    // A count that short is over before its sound is heard.
    if (!this.celebrates || durationMs < 400) return []
    return [stop('count'), { do: 'play', cue: 'count', loop: true }]
  }

  /** A cue raised by a number of the game's steps. */
  private pitched(cue: Cue, degree: number): Act {
    const { steps } = this.circumstances()
    const octave = Math.floor(degree / steps.length)
    const semitones = steps[degree % steps.length]! + 12 * Math.min(octave, 2)
    return { do: 'play', cue, rate: 2 ** (semitones / 12) }
  }
}

/** Moments that always sound the same. */
const PLAIN = {
  maxWin: 'maxWin',
  multiplierApplied: 'multiplier',
  symbolExpanded: 'expand',
  featureWon: 'featureWon',
  featureIntro: 'featureIntro',
  freeGame: 'freeGame',
  specialSymbol: 'special',
  respin: 'respin',
  pot: 'pot',
  gambleWon: 'gambleWon',
  gambleLost: 'gambleLost',
} as const satisfies Readonly<Partial<Record<Moment['kind'], Cue>>>

const play = (cue: Cue): Act => ({ do: 'play', cue })
const stop = (cue: Cue): Act => ({ do: 'stop', cue })

const under = (what: 'none' | 'win' | 'moment'): Act => ({ do: 'duck', under: what })
const toMain: Act = { do: 'piece', piece: 'main' }

const BEGIN_MOMENT: ReadonlySet<Moment['kind']> = new Set([
  'winTier',
  'maxWin',
  'featureWon',
  'featureIntro',
  'featureOutro',
])
const END_MOMENT: ReadonlySet<Moment['kind']> = new Set([
  'winTierEnd',
  'featureStart',
  'featureEnd',
  'reelsStart',
  'roundEnd',
])

const LARGE: ReadonlySet<Cue> = new Set([
  'tierBig',
  'tierMega',
  'tierEpic',
  'maxWin',
  'featureWon',
  'featureOutro',
  'pot',
])

function isShort(act: Act): boolean {
  return act.do === 'play' && act.loop !== true && !LARGE.has(act.cue)
}

function degreeOfWin(bets: number): number {
  return WIN_DEGREES.find(([least]) => bets >= least)?.[1] ?? 0
}
