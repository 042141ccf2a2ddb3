// Owns which pots a game has and their names. Pure; it must never draw.

import type { GameView } from '../../../src/wire/play-game.ts'

const POT = /^pot-(.+)$/

export interface Pot {
  name: string
  winUnits: number
}

/**
 * The pots of a game, the smallest first: its cash symbols of that name, and the full-board prize.
 */
export function potsOf({ symbols, unitsPerBet, fullBoardBets }: PotGame): Pot[] {
  const pots = symbols.flatMap(({ id, pays }): Pot[] => {
    const name = POT.exec(id)?.[1]
    return name === undefined ? [] : [{ name, winUnits: pays[0]?.[1] ?? 0 }]
  })
  if (pots.length > 0 && fullBoardBets !== null) {
    pots.push({ name: 'grand', winUnits: fullBoardBets * unitsPerBet })
  }
  return pots.sort((a, b) => a.winUnits - b.winUnits)
}

export type PotGame = Pick<GameView, 'symbols' | 'unitsPerBet' | 'fullBoardBets'>

/** Prize names are the same in every language. */
export function printPot(name: string): string {
  return name.replaceAll('-', ' ').toUpperCase()
}
