// Every interleaving of wallet answers, late arrivals, deaths, losses of Redis, cancels and
// decisions of one round, walked breadth-first: no rule is ever broken, and every model can still
// reach an end.

import fc from 'fast-check'
import t from 'tap'
import type { Drawn } from '../../src/round/round.ts'
import { loses, pays, waits } from '../support/round-samples.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import {
  Broken,
  goodMove,
  isEnded,
  keyOf,
  type Model,
  type Move,
  movesFrom,
  type Scope,
  startModel,
} from './walk-model.ts'

/** The reached models, each with its path; a broken rule is reported with its path. */
interface Reached {
  model: Model
  name: string
  from: Reached | null
}

function wayTo(reached: Reached | null): string[] {
  const way: string[] = []
  for (let at = reached; at !== null; at = at.from) way.unshift(at.name)
  return way
}

function explore(drawn: Drawn, scope: Scope): { all: Reached[]; broken: string | null } {
  const start: Reached = { model: startModel(drawn, scope), name: 'opened', from: null }
  const seen = new Set([keyOf(start.model)])
  const all = [start]
  for (let i = 0; i < all.length; i++) {
    const from = all[i]!
    let moves: Move[]
    try {
      moves = movesFrom(from.model, scope)
    } catch (error) {
      const what = error instanceof Broken ? error.message : String(error)
      return { all, broken: `${what}, one move after: ${wayTo(from).join(', ')}` }
    }
    for (const { name, to } of moves) {
      const key = keyOf(to)
      if (seen.has(key)) continue
      seen.add(key)
      all.push({ model: to, name, from })
    }
  }
  return { all, broken: null }
}

/**
 * No more faults from here on, for at most 60 steps of each node, one node after the other: the
 * saves of two nodes in step would refuse each other for ever, while real ones give up after a few
 * times.
 * @param onModel called with every model on the way; true stops there
 */
function runWell(start: Model, scope: Scope, onModel: (model: Model) => boolean): Model {
  let model = start
  for (const node of model.nodes.keys()) {
    for (let steps = 0; steps < 60; steps++) {
      if (isEnded(model) || onModel(model)) return model
      model = goodMove(model, node, scope)?.to ?? model
    }
  }
  return model
}

/** The first model that does not reach an end when there are no more faults. */
function findStuck(all: readonly Reached[], scope: Scope): Reached | undefined {
  const ending = new Set<string>()
  return all.find(({ model }) => {
    const way: string[] = []
    const last = runWell(model, scope, at => {
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
  'one node, Redis lost at any moment, cancels, set aside at any moment': {
    nodes: 1,
    redisIsLost: true,
    cancels: true,
    setsAside: true,
  },
  'two nodes at once, Redis lost at any moment, set aside at any moment': {
    nodes: 2,
    redisIsLost: true,
    cancels: false,
    setsAside: true,
  },
}

for (const [scopeName, scope] of Object.entries(SCOPES)) {
  for (const [drawName, drawn] of Object.entries(DRAWS)) {
    // A decision of the player comes after the reveal, and no cancel does: with two nodes, one or
    // the other.
    if (scope.nodes === 2 && scope.cancels === drawn.awaiting) continue
    // The widest scope of all takes 14 s. At each change two nodes are walked without cancels and
    // without rounds that are set aside, and one node with both: it makes all moves of one without.
    const isWide = scope.nodes === 2 && (scope.cancels || scope.setsAside)
    const isNarrow = scope.nodes === 1 && !scope.setsAside
    const size = isWide || isNarrow ? onlyFullSize : {}
    t.test(
      `${scopeName}, ${drawName}: no rule is broken and every model can end`,
      size,
      async t => {
        const { all, broken } = explore(drawn, scope)
        t.equal(broken, null)
        const stuck = findStuck(all, scope)
        t.strictSame(stuck ? wayTo(stuck) : [], [], 'every model can end')
        const states = new Set(all.map(({ model }) => model.ledger.progress.state))
        t.ok(states.has('settled') && states.has('rejected'), 'the walk reached the ends')
        t.equal(states.has('cancelled'), scope.cancels)
        t.equal(states.has('reconciliation_required'), scope.setsAside ?? false)
        t.comment(`${all.length} models`)
      },
    )
  }
}

t.test('the walk can fail: a cancel that trusts a rebuilt decision pays and refunds', async t => {
  const scope = {
    nodes: 1,
    redisIsLost: true,
    cancels: true,
    cancelsTrustRebuilt: true,
  } as const
  t.match(explore(pays, scope).broken, /both paid and refunded|a round the player has seen/)
})

t.test(
  'the walk can fail: a cancel without a decision by a second driver pays and refunds',
  onlyFullSize,
  async t => {
    const scope = {
      nodes: 2,
      redisIsLost: false,
      cancels: true,
      everyoneCancelsAsExclusive: true,
    } as const
    t.match(explore(pays, scope).broken, /a win is sent that the ledger does not plan/)
  },
)

t.test(
  'the walk can fail: a lost decision that is made again without a save pays and refunds',
  onlyFullSize,
  async t => {
    const scope = { nodes: 2, redisIsLost: true, cancels: true, revealsWithoutSave: true } as const
    t.match(explore(loses, scope).broken, /a refund is sent for a round the player has seen/)
  },
)

const RUNS = sized(150, 2_000)
const amount = fc.bigInt({ min: 1n, max: 2n ** 62n })
const anyDraw: fc.Arbitrary<Drawn> = fc.oneof(
  fc.constant(loses),
  fc.record({ winUnits: fc.constant(50), winMinor: amount, awaiting: fc.boolean() }),
)

t.test('property: any run whose faults end has its money where the ledger says', async t => {
  const scope = fc.constantFrom(...Object.values(SCOPES))
  const luck = fc.array(fc.nat(), { maxLength: 80 })
  fc.assert(
    fc.property(anyDraw, scope, luck, (drawn, scope, luck) => {
      let model = startModel(drawn, scope)
      for (const pick of luck) {
        const moves = movesFrom(model, scope)
        model = moves[pick % Math.max(1, moves.length)]?.to ?? model
      }
      return moneyIsRight(runWell(model, scope, () => false))
    }),
    { numRuns: RUNS },
  )
  t.pass(`${RUNS} runs`)
})

function moneyIsRight({ ledger, wallet, bodies }: Model): boolean {
  const { state, winMinor } = ledger.progress
  if (state === 'rejected') return wallet.bet === 'refused' && !wallet.win && !wallet.refund
  if (state === 'cancelled') return wallet.bet === 'void' && !wallet.win
  // Its owner has to look at it; what was sent is what was planned, once.
  if (state === 'reconciliation_required') {
    return !wallet.refund && wallet.bet !== 'void' && (!wallet.win || wallet.bet === 'debited')
  }
  const paid = wallet.win ? bodies.win!.split(' ')[1] : '0'
  return state === 'settled' && wallet.bet === 'debited' && paid === String(winMinor)
}
