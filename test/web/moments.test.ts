// Big moments of the play client: which wins are one, how a count climbs through its titles, and
// that the meter never runs ahead of a banner, in rounds of every game and mode.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { GameDefinition, GameEvent, Outcome } from '../../src/games/engine/contract.ts'
import { hasFeature, potsOf, starterOf, waysOf } from '../../web/play/features/game-facts.ts'
import { type Beat, beatsOf, beforeMultiplier } from '../../web/play/round/beats.ts'
import { type MeterStep, planMeter } from '../../web/play/round/win-meter.ts'
import { countSegments, TIERS, tierOf } from '../../web/play/round/win-tiers.ts'
import { gestureOf, PLAIN_MANNER } from '../../web/play/stage/gestures.ts'
import { landingsOf, weightsOf } from '../../web/play/stage/landings.ts'
import { NORMAL, TURBO } from '../../web/play/stage/pace.ts'
import type { Mood } from '../../web/play/themes/mood.ts'
import { PAGES, pageAt, pagesBefore } from '../../web/play/themes/scarab-codex/pages.ts'
import { seedOf } from '../support/outcomes.ts'

const ROUNDS = 120
const BET = { baseStakeMinor: 100n, priceMinor: 100n }

t.test('a tier needs its bets, and more than the round cost', async t => {
  t.equal(tierOf(1_499n, BET), null)
  t.equal(tierOf(1_500n, BET), 'big')
  t.equal(tierOf(3_999n, BET), 'big')
  t.equal(tierOf(4_000n, BET), 'mega')
  t.equal(tierOf(10_000n, BET), 'epic')
  const bought = { baseStakeMinor: 100n, priceMinor: 8_000n }
  t.equal(tierOf(8_000n, bought), null, 'the price is won back: not a big win')
  t.equal(tierOf(8_001n, bought), 'mega')
  t.equal(tierOf(0n, { baseStakeMinor: 0n, priceMinor: 0n }), null)
})

t.test('a count climbs through every title up to its own, in 4, 8 and 14 seconds', async t => {
  for (const [index, { tier, bets }] of TIERS.entries()) {
    const winMinor = bets * 100n + 50n
    const stretches = countSegments(winMinor, tier, 100n, NORMAL.countMs)
    t.same(
      stretches.map(each => each.tier),
      TIERS.slice(0, index + 1).map(each => each.tier),
    )
    t.equal(stretches.at(-1)!.toMinor, winMinor, 'ends with the exact win')
    const wholeMs = stretches.reduce((sum, { durationMs }) => sum + durationMs, NORMAL.holdMs)
    t.equal(wholeMs, [4_000, 8_000, 14_000][index])
    const changes = stretches.slice(0, -1).map(({ toMinor }) => toMinor)
    t.same(
      changes,
      TIERS.slice(1, index + 1).map(next => next.bets * 100n),
      'the next title comes when the count reaches it',
    )
  }
})

t.test('turbo does not wait', async t => {
  t.ok(TURBO.countMs.epic + TURBO.holdMs < NORMAL.countMs.mega)
  t.ok(TURBO.introMs < 1_500 && TURBO.outroMs < 1_500)
})

const BOARD = [[0], [1]]
const CELLS = [[0, 0]] as const

function linesOf(...units: number[]): GameEvent[] {
  return units.map(winUnits => {
    return { type: 'lineWin', line: 0, symbol: 0, count: 3, multiplier: 1, cells: CELLS, winUnits }
  })
}

const spin: GameEvent = { type: 'reels', cause: 'spin', grid: BOARD }
const isTen = (units: number) => units >= 10
const shown = (steps: readonly MeterStep[]) => steps.map(({ shownUnits }) => shownUnits)

t.test('an ordinary win is counted as it lights up', async t => {
  const steps = planMeter(beatsOf([spin, ...linesOf(3, 4)]), 0, isTen)
  t.same(steps, [
    { shownUnits: 0, banner: null, boardUnits: 0, endsBoard: false },
    { shownUnits: 7, banner: null, boardUnits: 7, endsBoard: true },
  ])
})

t.test('a big win waits for its banner, in all cascades of the spin', async t => {
  const drop: GameEvent = { type: 'cascade', removed: CELLS, grid: BOARD }
  const beats = beatsOf([spin, ...linesOf(6), drop, ...linesOf(7), drop])
  const steps = planMeter(beats, 0, isTen)
  t.same(shown(steps), [0, 0, 0, 0, 13])
  t.same(steps.at(-1)?.banner, { fromUnits: 0, toUnits: 13 })
  t.equal(steps.filter(({ banner }) => banner !== null).length, 1)
})

t.test('in free games a banner counts the win of its game', async t => {
  const free: GameEvent = { type: 'reels', cause: 'freeGame', grid: BOARD }
  const started = (number: number): GameEvent => ({ type: 'freeGameStarted', number, of: 2 })
  const award: GameEvent = {
    type: 'freeGamesAwarded',
    count: 2,
    multiplier: 1,
    retrigger: false,
    cells: CELLS,
  }
  const ended: GameEvent = { type: 'freeGamesEnded', count: 2, winUnits: 24 }
  const events = [spin, ...linesOf(2), award, started(1), free, ...linesOf(4)]
  const beats = beatsOf([...events, started(2), free, ...linesOf(20), ended])
  const steps = planMeter(beats, 0, isTen)
  t.same(shown(steps), [0, 2, 2, 2, 2, 6, 6, 6, 26, 26])
  t.same(steps.find(({ banner }) => banner !== null)?.banner, { fromUnits: 6, toUnits: 26 })
})

t.test('the win cap has its own banner, and the meter never shows more', async t => {
  const beats = beatsOf([spin, ...linesOf(50), { type: 'winCapped', winUnits: 40 }])
  t.same(shown(planMeter(beats, 0, isTen)), [0, 0, 40])
  t.same(
    planMeter(beats, 0, isTen).map(({ banner }) => banner),
    [null, null, null],
  )
})

t.test('a resumed round starts where it was shown up to', async t => {
  const beats = beatsOf([spin, ...linesOf(50), { type: 'collected', winUnits: 50 }])
  const [step, ...others] = planMeter(beats, 2, isTen)
  t.same(others, [])
  t.match(step, { shownUnits: 50, banner: null, endsBoard: false })
})

t.test('a sum over the reels has the wins of a board until its end', async t => {
  const drop: GameEvent = { type: 'cascade', removed: CELLS, grid: BOARD }
  const anywhere = (winUnits: number): GameEvent => {
    return { type: 'anywhereWin', symbol: 0, count: 8, cells: CELLS, winUnits }
  }
  const times: GameEvent = {
    type: 'multiplierApplied',
    cells: CELLS,
    values: [3],
    multiplier: 3,
    winUnits: 9,
  }
  const free: GameEvent = { type: 'reels', cause: 'freeGame', grid: BOARD }
  const beats = beatsOf([
    spin,
    anywhere(1),
    drop,
    anywhere(2),
    drop,
    times,
    free,
    anywhere(4),
    drop,
  ])
  const steps = planMeter(beats, 0, isTen, true)
  t.same(shown(steps), [0, 0, 0, 0, 0, 9, 9, 9, 13], 'the meter follows at the end of each board')
  t.same(
    steps.map(({ boardUnits }) => boardUnits),
    [0, 1, 1, 3, 3, 9, 0, 4, 4],
    'the sum is that of the board alone',
  )
  t.same(
    steps.flatMap(({ endsBoard }, at) => (endsBoard ? [at] : [])),
    [5, 8],
  )
  const resumed = planMeter(beats, 3, isTen, true)
  t.same(
    resumed.map(({ boardUnits }) => boardUnits),
    [3, 3, 9, 0, 4, 4],
    'also in a round that is resumed within a board',
  )
})

function playOut(game: GameDefinition, mode: string, round: number): Outcome {
  const choices: string[] = []
  for (;;) {
    const outcome = game.play({ mode, levelBps: null, seed: seedOf(round), choices })
    const { awaiting } = outcome
    if (awaiting === null) return outcome
    choices.push(
      awaiting.kind === 'gamble' ? 'collect' : awaiting.options[round % awaiting.options.length]!,
    )
  }
}

for (const game of GAMES) {
  t.test(`${game.id}: the meter ends with the win and never runs ahead of it`, async t => {
    for (const { id } of game.modes) {
      for (let round = 0; round < ROUNDS; round++) {
        const { events, winUnits } = playOut(game, id, round)
        const beats: Beat[] = beatsOf(events)
        const steps = planMeter(beats, 0, units => units >= 15 * game.unitsPerBet)
        if (steps.length !== beats.length) t.fail(`a step a beat in round ${round}`)
        if (steps.at(-1)!.shownUnits !== winUnits) t.fail(`the win of round ${round}`)
        const ahead = steps.some(({ shownUnits }, at) => shownUnits > beats[at]!.wonUnits)
        if (ahead) t.fail(`ahead in round ${round}`)
        const spoiled = steps.some(
          ({ banner }, at) =>
            banner !== null && at > 0 && steps[at - 1]!.shownUnits > banner.fromUnits,
        )
        if (spoiled) t.fail(`the count of round ${round} is known before it`)
      }
    }
  })
}

t.test('ways are the product of what the columns show', async t => {
  const column = (rows: number) => Array.from({ length: rows }, () => 0)
  t.equal(waysOf({ winsBy: 'ways' }, [6, 7, 6, 7, 6, 7].map(column)), 74_088)
  t.equal(waysOf({ winsBy: 'ways' }, [column(2)]), 2)
  t.equal(waysOf({ winsBy: 'lines' }, [3, 3, 3].map(column)), null)
  for (const game of GAMES.filter(({ winsBy }) => winsBy === 'ways')) {
    for (let round = 0; round < ROUNDS; round++) {
      const grid = beatsOf(playOut(game, 'base', round).events).flatMap(beat =>
        beat.kind === 'reels' ? [beat.grid] : [],
      )[0]!
      const wins = playOut(game, 'base', round).events
      for (const event of wins) {
        if (event.type === 'cascade') break
        if (event.type !== 'waysWin') continue
        if (event.ways > waysOf(game, grid)!) t.fail(`round ${round} wins on more ways than shown`)
      }
    }
  }
})

t.test('pots are the cash symbols of that name, and the full board’s pot', async t => {
  const vault = GAMES.find(({ id }) => id === 'vault-keeper')!
  const named = (fullBoardBets: number | null) =>
    potsOf({ ...vault, fullBoardBets }).map(({ name, winUnits }) => [
      name,
      winUnits / vault.unitsPerBet,
    ])
  t.same(named(null), [
    ['mini', 20],
    ['minor', 50],
    ['major', 200],
  ])
  t.same(named(1_000).at(-1), ['grand', 1_000])
  const other = GAMES.find(({ id }) => id === 'forty-suns')!
  t.same(potsOf({ ...other, fullBoardBets: 1_000 }), [], 'no pots, no grand')
})

t.test('the symbol of a feature is never a pot', async t => {
  const startersOf = GAMES.map(game => {
    const starter = starterOf(game)
    return [game.id, starter === null ? null : game.symbols[starter]!.id] as const
  })
  t.notOk(startersOf.some(([, symbol]) => symbol?.startsWith('pot-')))
  t.same(startersOf.find(([id]) => id === 'vault-keeper')?.[1], 'cash-10')
})

t.test('a game has a feature where its rules have free games or respins', async t => {
  for (const game of GAMES) {
    t.equal(hasFeature(game), game.hasFeature, game.id)
  }
})

t.test('symbols come back to rest after each turn of a gesture', async t => {
  for (const { id } of GAMES) {
    const file = `../../web/play/themes/${id}/mood.js`
    const { manner } = ((await import(file)) as { mood: Mood }).mood
    for (const role of ['regular', 'wild', 'scatter', 'cash'] as const) {
      const gesture = gestureOf(manner, role)
      for (const [at, again] of [
        [0, 1],
        [0.25, 1.25],
      ] as const) {
        const [first, second] = [gesture(at), gesture(again)]
        if (Math.abs(first.scaleX - second.scaleX) > 0.02) t.fail(`${id} ${role} drifts`)
        if (Math.abs(first.y - second.y) > 0.02) t.fail(`${id} ${role} wanders`)
      }
    }
  }
  t.not(gestureOf(PLAIN_MANNER, 'wild'), gestureOf(PLAIN_MANNER, 'regular'))
})

const gameOf = (id: string) => GAMES.find(game => game.id === id)!

t.test('coins hit their cells in the order of the event, one after another', async t => {
  const { symbols } = gameOf('vault-keeper')
  let landed = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const beat of beatsOf(playOut(gameOf('vault-keeper'), 'buy', round).events)) {
      if (beat.kind !== 'respin') continue
      landed += beat.landed.length
      const landings = landingsOf(beat.landed, beat.grid, NORMAL.respinMs)
      t.same(
        landings.map(({ cell }) => cell),
        beat.landed,
      )
      const roles = landings.map(({ symbol }) => symbols[symbol]!.role)
      if (roles.some(role => role !== 'cash')) t.fail(`round ${round} lands ${roles}`)
      const late = landings.every(
        ({ hitsAtMs }, at) => at === 0 || hitsAtMs > landings[at - 1]!.hitsAtMs,
      )
      if (!late) t.fail(`two coins of round ${round} hit at once`)
    }
  }
  t.ok(landed > ROUNDS)
})

t.test('a coin hits harder the more it is worth, a pot hardest', async t => {
  const { symbols } = gameOf('vault-keeper')
  const weights = weightsOf(symbols)
  const cash = symbols.flatMap(({ role, pays }, id) =>
    role === 'cash' ? [{ units: pays[0]![1], weight: weights[id]! }] : [],
  )
  const byWorth = cash.toSorted((one, other) => one.units - other.units)
  t.same(
    byWorth,
    cash.toSorted((one, other) => one.weight - other.weight),
  )
  t.equal(byWorth[0]!.weight, 0)
  t.equal(byWorth.at(-1)!.weight, 1)
  t.ok(symbols.every(({ role }, id) => role === 'cash' || weights[id] === 0))
})

t.test(
  'the pages of the codex end with the symbol of the event, and no page does before',
  async t => {
    const game = gameOf('scarab-codex')
    for (let round = 0; round < ROUNDS; round++) {
      for (const event of playOut(game, 'buy', round).events) {
        if (event.type !== 'specialSymbol') continue
        const pages = pagesBefore(game.symbols, event.symbol)
        const chosen = game.symbols[event.symbol]!.id
        t.equal(pages.length, PAGES + 1)
        t.equal(pages.indexOf(chosen), PAGES, `${chosen} is on the last page only`)
      }
    }
    const turns = Array.from({ length: 201 }, (_, step) => pageAt(step / 200))
    t.same(turns[0], { page: 0, share: 0 })
    t.same(turns.at(-1), { page: PAGES, share: 0 })
    const way = turns.map(({ page, share }) => page + share)
    t.ok(way.every((at, step) => step === 0 || at >= way[step - 1]!))
    const steps = way.slice(1).map((at, step) => at - way[step]!)
    t.ok(steps.every((far, step) => step === 0 || far <= steps[step - 1]! * 2))
    t.ok(steps.at(-1)! < steps[0]! / 3, 'slower and slower')
  },
)

t.test('a win and its multiplier make the win of the events', async t => {
  let multiplied = 0
  for (const game of GAMES) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const beat of beatsOf(playOut(game, game.modes.at(-1)!.id, round).events)) {
        if (beat.kind !== 'wins') continue
        const before = beforeMultiplier(beat.wins)
        if (before === null) continue
        multiplied += 1
        const won = beat.wins.reduce((sum, { winUnits }) => sum + winUnits, 0)
        if (before.units * before.factor !== won) t.fail(`${game.id}, round ${round}`)
        if (game.id === 'thunder-reels') t.equal(before.factor, beat.growing)
      }
    }
  }
  t.ok(multiplied > 0)
  const [win] = beatsOf([spin, ...linesOf(9)]).flatMap(beat => ('wins' in beat ? beat.wins : []))
  t.equal(beforeMultiplier([]), null)
  t.equal(beforeMultiplier([win!]), null, 'times one')
  t.same(beforeMultiplier([{ ...win!, multiplier: 3 }]), { units: 3, factor: 3 })
  t.equal(beforeMultiplier([{ ...win!, multiplier: 3 }, win!]), null, 'not the same')
  t.equal(beforeMultiplier([{ ...win!, multiplier: 2 }]), null, 'not a whole number of units')
})
