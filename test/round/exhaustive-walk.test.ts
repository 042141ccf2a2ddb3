// Every interleaving of wallet answers, late arrivals, deaths, losses of Redis, cancels and decisions
// of one round, walked breadth-first: no rule is ever broken, and every setup can still reach an end.

import fc from 'fast-check'
import t from 'tap'
import type { Drawn } from '../../src/round/machine.ts'
import { loses, pays, waits } from './samples.ts'
import {
  Broken,
  goodMove,
  isEnded,
  keyOf,
  type Move,
  movesFrom,
  type Scope,
  startSetup,
  type World,
} from './walk-model.ts'

/** Worlds reached, each with the way there; a broken rule is told with its way. */
interface Reached {
  setup: World
  name: string
  from: Reached | null
}

function wayTo(reached: Reached | null): string[] {
  const way: string[] = []
  for (let at = reached; at !== null; at = at.from) way.unshift(at.name)
  return way
}

function explore(drawn: Drawn, scope: Scope): { all: Reached[]; broken: string | null } {
  const start: Reached = { setup: startSetup(drawn, scope), name: 'opened', from: null }
  const seen = new Set([keyOf(start.setup)])
  const all = [start]
  for (let i = 0; i < all.length; i++) {
    const from = all[i]!
    let moves: Move[]
    try {
      moves = movesFrom(from.setup, scope)
    } catch (error) {
      const what = error instanceof Broken ? error.message : String(error)
      return { all, broken: `${what}, one move after: ${wayTo(from).join(', ')}` }
    }
    for (const { name, to } of moves) {
      const key = keyOf(to)
      if (seen.has(key)) continue
      seen.add(key)
      all.push({ setup: to, name, from })
    }
  }
  return { all, broken: null }
}

/**
 * From here on nothing goes wrong, for at most 60 steps of each node, one node after the other: two
 * nodes in step would fence each other off for ever, and real ones give up after a few times.
 * @param onSetup called with every setup on the way; true stops there
 */
function runWell(start: World, scope: Scope, onSetup: (setup: World) => boolean): World {
  let setup = start
  for (const node of setup.drivers.keys()) {
    for (let steps = 0; steps < 60; steps++) {
      if (isEnded(setup) || onSetup(setup)) return setup
      setup = goodMove(setup, node, scope)?.to ?? setup
    }
  }
  return setup
}

/** The first setup that does not reach an end when nothing goes wrong any more. */
function findStuck(all: readonly Reached[], scope: Scope): Reached | undefined {
  const ending = new Set<string>()
  return all.find(({ setup }) => {
    const way: string[] = []
    const last = runWell(setup, scope, at => {
      const key = keyOf(at)
      way.push(key)
      return ending.has(key)
    })
    if (!isEnded(last) && !ending.has(way.at(-1)!)) return true
    for (const key of way) ending.add(key)
    return false
  })
}

const DRAWS: Record<string, Drawn> = { 'a loss': loses, 'a win': pays, 'a decision': waits }
const SCOPES: Record<string, Scope> = {
  'two nodes at once, Redis lost at any moment': { nodes: 2, redisIsLost: true, cancels: false },
  'one node, Redis lost at any moment, cancels': { nodes: 1, redisIsLost: true, cancels: true },
  'two nodes at once, Redis lost at any moment, cancels': {
    nodes: 2,
    redisIsLost: true,
    cancels: true,
  },
}

for (const [scopeName, scope] of Object.entries(SCOPES)) {
  for (const [drawName, drawn] of Object.entries(DRAWS)) {
    // A decision comes after the mark, and no cancel does: with two nodes, one or the other.
    if (scope.nodes === 2 && scope.cancels === drawn.awaiting) continue
    t.test(`${scopeName}, ${drawName}: no rule is broken and every setup can end`, async t => {
      const { all, broken } = explore(drawn, scope)
      t.equal(broken, null)
      const stuck = findStuck(all, scope)
      t.strictSame(stuck ? wayTo(stuck) : [], [], 'nothing is stuck')
      const states = new Set(all.map(({ setup }) => setup.ledger.progress.state))
      t.ok(states.has('settled') && states.has('rejected'), 'the walk reached the ends')
      t.equal(states.has('cancelled'), scope.cancels)
      t.comment(`${all.length} worlds`)
    })
  }
}

t.test('the walk can fail: a cancel that trusts a rebuilt mark pays and refunds', async t => {
  const scope = {
    nodes: 1,
    redisIsLost: true,
    cancels: true,
    cancelsTrustRebuiltMarks: true,
  } as const
  t.match(explore(pays, scope).broken, /both paid and refunded|a round the player has seen/)
})

t.test(
  'the walk can fail: a cancel without a mark by a second driver pays and refunds',
  async t => {
    const scope = {
      nodes: 2,
      redisIsLost: false,
      cancels: true,
      everyoneCancelsAsSole: true,
    } as const
    t.match(explore(pays, scope).broken, /a win is sent that the ledger does not plan/)
  },
)

t.test('the walk can fail: a lost mark set again without a save pays and refunds', async t => {
  const scope = { nodes: 2, redisIsLost: true, cancels: true, marksWithoutFence: true } as const
  t.match(explore(loses, scope).broken, /a refund is sent for a round the player has seen/)
})

const amount = fc.bigInt({ min: 1n, max: 2n ** 62n })
const anyDraw: fc.Arbitrary<Drawn> = fc.oneof(
  fc.constant(loses),
  fc.record({ winUnits: fc.constant(50), winMinor: amount, awaiting: fc.boolean() }),
)

t.test('property: any run that turns well ends with the money where the ledger says', async t => {
  const scope = fc.constantFrom(...Object.values(SCOPES))
  const luck = fc.array(fc.nat(), { maxLength: 80 })
  fc.assert(
    fc.property(anyDraw, scope, luck, (drawn, scope, luck) => {
      let setup = startSetup(drawn, scope)
      for (const pick of luck) {
        const moves = movesFrom(setup, scope)
        setup = moves[pick % Math.max(1, moves.length)]?.to ?? setup
      }
      return moneyIsRight(runWell(setup, scope, () => false))
    }),
    { numRuns: 2_000 },
  )
  t.pass('2,000 runs')
})

function moneyIsRight({ ledger, wallet, words }: World): boolean {
  const { state, winMinor } = ledger.progress
  if (state === 'rejected') return wallet.bet === 'refused' && !wallet.win && !wallet.refund
  if (state === 'cancelled') return wallet.bet === 'void' && !wallet.win
  const paid = wallet.win ? words.win!.split(' ')[1] : '0'
  return state === 'settled' && wallet.bet === 'debited' && paid === String(winMinor)
}
