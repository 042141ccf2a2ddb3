// The figures in the rules are those that the games use: all events of rounds are in them, and
// everything that they promise occurs.

import { createHash } from 'node:crypto'
import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { GameEvent } from '../../src/games/engine/contract.ts'
import type { GamesByScatters } from '../../src/games/engine/game-rules.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'

const ROUNDS = 2_500

function play(game: Game, mode: string, number: number) {
  const seed = createHash('sha256').update(`${game.id} ${mode} ${number}`).digest()
  const request = { mode, levelBps: null, seed }
  const first = game.play({ ...request, choices: [] })
  if (first.awaiting?.kind !== 'choice') return first
  const option = game.options[number % game.options.length]!
  return game.play({ ...request, choices: [option] })
}

type Award = Extract<GameEvent, { type: 'freeGamesAwarded' }>

function promised(steps: GamesByScatters, moreForEach: number, scatters: number): number {
  const step = steps.findLast(([from]) => from <= scatters)
  if (step === undefined) return 0
  const isLast = step === steps.at(-1)
  return step[1] + (isLast ? moreForEach * (scatters - step[0]) : 0)
}

function isAsPromised({ rules, options }: Game, award: Award, number: number): boolean {
  const { freeGames } = rules
  if (freeGames === null) return false
  const { count, cells, retrigger, multiplier } = award
  if (retrigger) return count === promised(freeGames.retriggered, 0, cells.length)
  const chosen = freeGames.options.find(({ id }) => id === options[number % options.length])
  const games = chosen?.games ?? promised(freeGames.awarded, freeGames.moreForEach, cells.length)
  const isEnough = cells.length >= freeGames.scattersToTrigger
  return isEnough && count === games && multiplier === (chosen?.multiplier ?? freeGames.multiplier)
}

/** The present multiplier, and whether free games have started. */
interface Course {
  grown: number
  inFreeGames: boolean
}

/** Whether the event is in the rules, with its figures. */
function isInRules(game: Game, event: GameEvent, course: Course, number: number): boolean {
  const { rules, unitsPerBet } = game
  switch (event.type) {
    case 'freeGamesAwarded':
      if (!event.retrigger) Object.assign(course, { grown: 1, inFreeGames: true })
      return isAsPromised(game, event, number)
    case 'multiplierGrew': {
      const { grown } = course
      course.grown = event.multiplier
      if (course.inFreeGames) {
        const { multiplierGrowth } = rules.freeGames!
        const steps = (event.multiplier - grown) / multiplierGrowth
        // Several wilds may land on one board, but cascades come one after another.
        return game.mechanics.includes('cascades') ? steps === 1 : steps > 0 && steps % 1 === 0
      }
      const at = rules.cascadeMultipliers.indexOf(grown)
      return event.multiplier === rules.cascadeMultipliers[at + 1]
    }
    case 'multiplierApplied':
      return event.values.every(value => rules.boardMultipliers.includes(value))
    case 'specialSymbol':
      return rules.freeGames!.special.some(([symbol]) => symbol === event.symbol)
    case 'waysWin':
      return event.ways <= rules.ways!.most
    case 'respinsAwarded':
      return (
        event.count === rules.holdAndWin!.respins &&
        event.cells.length >= rules.holdAndWin!.cashToTrigger
      )
    case 'reelsHeld':
      return event.multiplier === rules.heldReels!.multiplier
    case 'respinsEnded':
      return event.count <= rules.heldReels!.mostRespins
    case 'potWon':
      return event.winUnits === rules.holdAndWin!.fullBoardBets * unitsPerBet
    default:
      return true
  }
}

for (const game of GAMES) {
  const { rules } = game
  t.test(`${game.id}: rounds do what the rules say`, async t => {
    const seen = new Set<string>()
    const others: string[] = []
    for (const { id: mode } of game.modes) {
      for (let number = 0; number < ROUNDS; number++) {
        const course: Course = { grown: 1, inFreeGames: false }
        for (const event of play(game, mode, number).events) {
          seen.add(event.type)
          if (!isInRules(game, event, course, number)) others.push(JSON.stringify(event))
        }
      }
    }
    t.strictSame(others.slice(0, 3), [], 'every event is one of the rules')
    t.equal(seen.has('freeGamesAwarded'), rules.freeGames !== null, 'free games')
    t.equal(seen.has('respinsAwarded'), rules.holdAndWin !== null, 'hold and win')
    t.equal(seen.has('reelsHeld'), rules.heldReels !== null, 'held reels')
    t.equal(seen.has('potWon'), rules.holdAndWin !== null, 'the pot of a full board')
    t.equal(seen.has('multiplierApplied'), rules.boardMultipliers.length > 0)
    t.equal(seen.has('specialSymbol'), (rules.freeGames?.special.length ?? 0) > 0)
    t.equal(game.winsBy === 'ways', rules.ways !== null)
    t.equal(game.mechanics.includes('gamble'), rules.gamble !== null)
    t.equal(game.mechanics.includes('choice'), (rules.freeGames?.options.length ?? 0) > 0)
  })
}

t.test('pots are the cash symbols that pay as much', async t => {
  for (const { id, rules, symbols, unitsPerBet } of GAMES) {
    for (const [symbol, bets] of rules.holdAndWin?.pots ?? []) {
      t.match(symbols[symbol]!.id, /^pot-/, id)
      t.equal(symbols[symbol]!.pays[0]![1], bets * unitsPerBet, id)
    }
  }
})

t.test('a right guess multiplies the win as the rules say', async t => {
  for (const game of GAMES) {
    const { gamble } = game.rules
    if (gamble === null) continue
    for (let number = 0; number < 400; number++) {
      const seed = createHash('sha256').update(`gamble ${number}`).digest()
      const request = { mode: 'base', levelBps: null, seed }
      const { winUnits, awaiting } = game.play({ ...request, choices: [] })
      if (awaiting?.kind !== 'gamble') continue
      t.equal(awaiting.stepsLeft, gamble.steps)
      for (const [option, factor] of [
        ['red', gamble.colorFactor],
        ['hearts', gamble.suitFactor],
      ] as const) {
        const after = game.play({ ...request, choices: [option] })
        t.ok([0, winUnits * factor].includes(after.winUnits), `${option} ${after.winUnits}`)
      }
    }
  }
})
