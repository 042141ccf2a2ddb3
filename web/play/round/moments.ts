// Owns the named moments of play: what has just happened on the stage, emitted to its listeners
// (the sound, tests). It must never depend on a listener, nor wait for one.

/** The size of a win, the smallest first: see `win-tiers.ts`. */
export type Tier = 'big' | 'mega' | 'epic'

export type Feature = 'freeGames' | 'respins'

export type Moment =
  /** The reels start, for a round's first board or another; with `calm`, in a drop nothing rolls. */
  | { kind: 'reelsStart'; motion: 'spin' | 'drop' | 'calm'; isFirst: boolean }
  /** A column has stopped; `of` is the number of columns. */
  | { kind: 'reelStop'; column: number; of: number }
  /** The nth scatter of this board has stopped, counted from 1. */
  | { kind: 'scatterLand'; nth: number; column: number }
  /** The reels wait for a scatter at a column; ends with `anticipationEnd`. */
  | { kind: 'anticipation'; column: number }
  | { kind: 'anticipationEnd' }
  /** Wins light up. `bets`: their sum in base bets; `special`: they include a wild or a scatter. */
  | { kind: 'wins'; bets: number; count: number; special: boolean }
  /** Winning symbols vanish; `step` counts the cascades of a spin from 1. */
  | { kind: 'cascadeStep'; step: number }
  /** A multiplier that grows with cascades has grown. */
  | { kind: 'multiplierGrew'; multiplier: number }
  /** Multipliers of the board, or that of the scene, reach the win. */
  | { kind: 'multiplierApplied'; multiplier: number }
  | { kind: 'symbolExpanded'; columns: number }
  /** An amount starts or stops counting up. */
  | { kind: 'countStart'; durationMs: number }
  | { kind: 'countStop' }
  /** The title of a win banner; emitted again for each tier that the count reaches. */
  | { kind: 'winTier'; tier: Tier }
  | { kind: 'maxWin' }
  /** The banner has closed. */
  | { kind: 'winTierEnd' }
  /** Scatters (or cash) that won a feature celebrate. */
  | { kind: 'featureWon'; feature: Feature; retrigger: boolean }
  /** The card that announces the feature; the scene has changed. */
  | { kind: 'featureIntro'; feature: Feature; count: number }
  /** The card was closed by the player or by time: the feature plays. */
  | { kind: 'featureStart'; feature: Feature }
  /** The card with the feature's total, and the end of its scene. */
  | { kind: 'featureOutro'; feature: Feature; bets: number }
  | { kind: 'featureEnd'; feature: Feature }
  | { kind: 'freeGame'; number: number; of: number }
  | { kind: 'specialSymbol' }
  /** A coin hits its cell; `weight`: its value among all coins, 0 to 1. */
  | { kind: 'coinHit'; weight: number }
  /** One respin is over: how many cells of cash it brought, how many are left. */
  | { kind: 'respin'; left: number; landed: number }
  /** The nth amount of cash is collected. */
  | { kind: 'cashCollected'; nth: number; of: number }
  | { kind: 'pot'; pot: string }
  | { kind: 'gambleWon' }
  | { kind: 'gambleLost' }
  /** Everything of the round has been shown. */
  | { kind: 'roundEnd'; bets: number }

export type MomentOf<K extends Moment['kind']> = Extract<Moment, { kind: K }>

type Listener = (moment: Moment) => void

/** Moments that celebrate a win; all others are part of the course of play. */
const CHEERS: ReadonlySet<Moment['kind']> = new Set([
  'wins',
  'multiplierApplied',
  'countStart',
  'countStop',
  'winTier',
  'winTierEnd',
  'maxWin',
  'featureOutro',
  'cashCollected',
  'pot',
  'gambleWon',
])

export class Moments {
  /** No celebration: the round pays no more than its stake, and the play rules forbid it then. */
  isPlain = false
  private readonly listeners = new Set<Listener>()

  /** Calls `listener` with every moment; returns a function that stops it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  emit(moment: Moment): void {
    if (this.isPlain && CHEERS.has(moment.kind)) return
    for (const listener of this.listeners) listener(moment)
  }
}
