// How a game of the catalogue is put together: what its folder states, and what follows from it.
// Must never depend on a particular game.

import type { ReelSet } from '../../core/reel-set.ts'
import type { GameMode } from './contract.ts'
import { type GameRules, PLAIN_RULES } from './game-rules.ts'
import { forEachReelSet, type Game, type SpinEngine } from './mathematics.ts'
import { playRound } from './play.ts'
import { CLIENT_LANGUAGES } from './providers.ts'

/** These follow from the rules, the prices and the provider. */
type Derived = 'hasFeature' | 'languages' | 'modes' | 'options' | 'play' | 'spinEngines'
/** What most games have in common, and a game may state otherwise. */
type Common = 'defaultOption' | 'freeSpins' | 'lines' | 'targetOutcomes'

interface GameParts extends Omit<Game, Derived | Common | 'rules'>, Partial<Pick<Game, Common>> {
  /** The features that the game has. */
  rules?: Partial<GameRules>
  /** What the modes besides the base mode cost, in base bets as decimal text. */
  prices?: { ante?: string; buy?: string }
  /** Called on first use. */
  buildSpinEngine(reelSet: ReelSet, mode: GameMode['kind']): SpinEngine
}

export function defineGame({ buildSpinEngine, prices, ...parts }: GameParts): Game {
  const rules = { ...PLAIN_RULES, ...parts.rules }
  const modes = Object.entries({ base: '1', ...prices }).map(([id, priceBets]) => ({
    id,
    kind: id as GameMode['kind'],
    priceBets,
  }))
  const spinEngines = modes.map(
    ({ id, kind }) => [id, forEachReelSet(reelSet => buildSpinEngine(reelSet, kind))] as const,
  )
  const game: Game = {
    defaultOption: null,
    freeSpins: true,
    lines: [],
    targetOutcomes: true,
    ...parts,
    rules,
    modes,
    hasFeature: [rules.freeGames, rules.holdAndWin, rules.heldReels].some(each => each !== null),
    languages: CLIENT_LANGUAGES[parts.provider],
    options: rules.freeGames?.options.map(({ id }) => id) ?? [],
    spinEngines: Object.fromEntries(spinEngines),
    play: request => playRound(game, rules.gamble !== null, request),
  }
  return game
}
