// The model of the player state against the scripts in a real Redis: the same commands in the same
// order give the same answers and leave the same state.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { PlayerRef } from '../../src/core/player.ts'
import type { CountedTarget } from '../../src/core/target-outcome.ts'
import type { SpinToOpen } from '../../src/redis/open-rounds.ts'
import { packId, printOpenRound, printSession, printTargets } from '../../src/redis/packed.ts'
import type { PlayerToLoad } from '../../src/redis/player-state.ts'
import { readRun } from '../support/redis.ts'
import { openRedisState } from '../support/redis-players.ts'
import { sized } from '../support/size.ts'
import { createPlayerStateModel, type PlayerStateModel } from './player-state-model.ts'

const { redis, redisState } = await openRedisState(t)
const run = await readRun(redis)

const PAST_MS = 1_000_000
const FUTURE_MS = 4_000_000_000_000
const GAMES = ['river', 'lanterns']

const aGame = fc.constantFrom(...GAMES)
const aRound = fc.constantFrom('r1', 'r2', 'r3', 'r4')
const aRevision = fc.constantFrom(0n, 0n, 0n, 1n)
const aVersion = fc.constantFrom(1, 1, 1, 2)
const aSession = fc.constantFrom('s1', 's1', 's1', 's2')
const aTarget: fc.Arbitrary<CountedTarget> = fc.record({
  targetOutcomeId: fc.constantFrom('t1', 't2', 't3'),
  gameId: aGame,
  kind: fc.constantFrom('spin' as const, 'bonus' as const),
  spinNumber: fc.integer({ min: 1, max: 4 }),
  paidSpinsSince: fc.integer({ min: 0, max: 3 }),
  expiresAtMs: fc.constantFrom(PAST_MS, FUTURE_MS, FUTURE_MS),
  modes: fc.constantFrom(['base'], ['base', 'buy'], ['buy']),
})
const anOpenRound = fc.record({
  gameId: aGame,
  roundId: aRound,
  sequence: fc.bigInt({ min: 1n, max: 8n }),
  freeSpin: fc.constantFrom(null, null, {}),
  appliedTarget: fc.constantFrom(null, null, { targetOutcomeId: 't1' }),
})
const aLedger: fc.Arbitrary<PlayerToLoad> = fc.record({
  sequence: fc.bigInt({ min: 0n, max: 8n }),
  entitlementsRevision: aRevision,
  openRounds: fc.uniqueArray(anOpenRound, { maxLength: 2, selector: round => round.gameId }),
  targets: fc.uniqueArray(aTarget, { maxLength: 3, selector: target => target.targetOutcomeId }),
})
const aSpin: fc.Arbitrary<SpinToOpen> = fc.record({
  gameId: aGame,
  roundId: aRound,
  entitlementsRevision: aRevision,
  spin: fc.constantFrom('base' as const, 'base' as const, 'buy' as const, 'free' as const),
  modeId: fc.constantFrom('base', 'base', 'buy'),
  over: fc.option(aRound, { nil: undefined }),
})

/** Both sides run it; their answers are compared. */
type Command = {
  name: string
  real(p: PlayerRef): Promise<unknown>
  model(m: PlayerStateModel, p: PlayerRef): unknown
}

const aCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(aSpin, aSession, aVersion).map(([spin, sessionId, tokenVersion]) => ({
      name: `open ${[sessionId, tokenVersion, spin.gameId, spin.roundId, spin.spin, spin.over].join(' ')}`,
      real: (p: PlayerRef) => redisState.openRound(p, { sessionId, tokenVersion }, spin),
      model: (m: PlayerStateModel, p: PlayerRef) =>
        m.openRound(p, { sessionId, tokenVersion }, spin, Date.now()),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(aGame, aRound, fc.constantFrom('revealed', 'cancelled', 'revealed-after-save'))
      .map(([gameId, roundId, as]) => ({
        name: `mark ${gameId} ${roundId} ${as}`,
        real: (p: PlayerRef) => redisState.decideReveal(p, gameId, roundId, as),
        model: (m: PlayerStateModel, p: PlayerRef) => m.decideReveal(p, gameId, roundId, as),
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(aGame, aRound, fc.constantFrom('over', 'undone', 'unwritten'))
      .map(([gameId, roundId, how]) => ({
        name: `close ${gameId} ${roundId} ${how}`,
        real: (p: PlayerRef) => redisState.closeRound(p, gameId, roundId, how),
        model: (m: PlayerStateModel, p: PlayerRef) => m.closeRound(p, gameId, roundId, how),
      })),
  },
  {
    weight: 3,
    arbitrary: aLedger.map(ledger => ({
      name: `load ${ledger.sequence} ${ledger.openRounds.map(round => round.roundId)}`,
      real: (p: PlayerRef) => redisState.load(p, ledger),
      model: (m: PlayerStateModel, p: PlayerRef) => m.load(p, ledger),
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(aSession, fc.constantFrom(FUTURE_MS, FUTURE_MS, PAST_MS), aVersion)
      .map(([sessionId, expiresAtMs, version]) => ({
        name: `session ${sessionId} ${expiresAtMs} ${version}`,
        real: (p: PlayerRef) => redisState.putSession(p, sessionId, expiresAtMs, version),
        model: (m: PlayerStateModel, p: PlayerRef) =>
          m.putSession(p, sessionId, expiresAtMs, version),
      })),
  },
  fc.constant({
    name: 'drop terms',
    real: (p: PlayerRef) => redisState.dropEntitlements(p),
    model: (m: PlayerStateModel, p: PlayerRef) => m.dropEntitlements(p),
  }),
  fc.constant({
    name: 'lose everything',
    real: async (p: PlayerRef) => void (await redis.del(keyOf(p))),
    model: (m: PlayerStateModel) => m.flush(),
  }),
)

const keyOf = ({ projectId, playerId }: PlayerRef) => `p2:{${projectId}:${playerId}}`

/** The hash as Redis would hold it; `born` belongs to the windows, which the model leaves out. */
function printModel(model: PlayerStateModel, player: PlayerRef): Record<string, string> {
  const state = model.find(player)
  if (state === undefined) return {}
  const fields: Record<string, string> = { seq: state.sequence.toString() }
  if (state.revision !== null) fields.rev = state.revision
  if (state.ended > 0n) fields.ended = state.ended.toString()
  for (const [id, { expiresAtMs, tokenVersion }] of state.sessions) {
    fields[`s:${packId(id)}`] = printSession(expiresAtMs, tokenVersion)
  }
  for (const [gameId, { mark, ...round }] of state.places) {
    fields[`o:${gameId}`] = printOpenRound(round, typeof mark === 'number' ? run : mark)
  }
  for (const [gameId, targets] of state.targets) fields[`t:${gameId}`] = printTargets(targets)
  return fields
}

const sorted = (fields: Record<string, string>) =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)))
const print = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))

const START: PlayerToLoad = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [] }

t.test('property: the scripts and the model answer alike and hold the same', async t => {
  const numRuns = sized(120, 400)
  let opened = 0
  await fc.assert(
    fc.asyncProperty(fc.array(aCommand, { minLength: 5, maxLength: 25 }), async commands => {
      const player = { projectId: 'casino', playerId: randomUUID() }
      const model = createPlayerStateModel()
      await redisState.load(player, START)
      model.load(player, START)
      await redisState.putSession(player, 's1', FUTURE_MS, 1)
      model.putSession(player, 's1', FUTURE_MS, 1)
      for (const { name, real, model: same } of commands) {
        const [theirs, ours] = [print(await real(player)), print(same(model, player))]
        if (name !== 'drop terms' && theirs !== ours) {
          throw new Error(`${name}: the script says ${theirs}, the model ${ours}`)
        }
        if (theirs?.includes('"opened"') === true) opened++
        const { born: _born, ...held } = await redis.hgetall(keyOf(player))
        const [real_, model_] = [sorted(held), sorted(printModel(model, player))]
        if (real_ !== model_) throw new Error(`after ${name}: ${real_}, the model ${model_}`)
      }
    }),
    { numRuns },
  )
  t.ok(opened > 0.15 * numRuns, `${opened} rounds were opened`)
})
