// The model of the ledger against a real Postgres: the same rounds opened and saved in the same
// order are written or refused alike, and are read back the same.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { createGrant, type Grant } from '../../src/core/grant.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { createEntitlementsReader } from '../../src/ledger/entitlements/entitlements-reader.ts'
import { storeGrant } from '../../src/ledger/entitlements/grants.ts'
import { createRoundLedger } from '../../src/ledger/rounds/round-ledger.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { openRoundWriter } from '../../src/ledger/rounds/round-writer.ts'
import type { OpenResult, SaveResult } from '../../src/round/ledger-answers.ts'
import { applyInput, type RoundInput } from '../../src/round/machine.ts'
import { type FreeSpin, openRound, type Round } from '../../src/round/round.ts'
import { openStores } from '../support/real-stores.ts'
import { held, input, pays, planned } from '../support/round-samples.ts'
import { insertProject } from '../support/rows.ts'
import { createLedgerModel } from './ledger-model.ts'

const { pool, databaseUrl } = await openStores(t)
await insertProject(pool, 'casino')
const writer = openRoundWriter(
  databaseUrl,
  () => {},
  () => {},
)
t.teardown(() => writer.close())
const ledger = createRoundLedger(pool, writer)
const reader = createRoundReader(pool)
const entitlements = createEntitlementsReader(pool)

const NOW_MS = Date.now()
const SPINS = 3

/** One player on both sides, with a grant of a few spins. */
async function newPlayer() {
  const playerId = randomUUID()
  const { rows } = await pool.query<{ player_key: string }>(
    `INSERT INTO player (project_id, player_id) VALUES ('casino', $1) RETURNING player_key`,
    [playerId],
  )
  const model = createLedgerModel(
    () => NOW_MS,
    () => {},
  )
  const grant = createGrant({
    grantId: randomUUID(),
    externalId: null,
    playerId,
    currency: 'EUR',
    gameId: 'a',
    provider: 'provider_c',
    total: SPINS,
    betMinor: 20n,
    betTerms: '{"level":1}',
    metaJson: null,
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 3_600_000,
  })
  const { kind } = await storeGrant(inOneDatabase(pool), 'casino', grant)
  if (kind !== 'stored') throw new Error('no grant')
  const modelKey = model.addPlayer('casino', playerId)
  model.addGrant(modelKey, grant)
  return { playerId, playerKey: rows[0]!.player_key, model, modelKey, grantId: grant.grantId }
}

type Player = Awaited<ReturnType<typeof newPlayer>>

/** What a step opens: mostly something valid, sometimes something that must be refused. */
const anOpening = fc.record({
  kind: fc.constant('open' as const),
  sequence: fc.integer({ min: 1, max: 6 }),
  request: fc.integer({ min: 1, max: 6 }),
  gameId: fc.constantFrom('a', 'b'),
  revision: fc.constantFrom(1n, 1n, 1n, 1n, 2n),
  remaining: fc.constantFrom(null, null, 0, 1, 2),
  binds: fc.constantFrom(false, false, false, true),
})
/** Which round is saved, after which move, from the version it holds or an older one. */
const aSave = fc.record({
  kind: fc.constant('save' as const),
  place: fc.nat(3),
  move: fc.constantFrom<keyof typeof input>(
    'betAccepted',
    'betRefused',
    'betUnknown',
    'revealed',
    'started',
    'winAccepted',
    'finished',
    'cancelledByPolicy',
    'refundAccepted',
  ),
  isStale: fc.constantFrom(false, false, false, true),
})

type Opening = typeof anOpening extends fc.Arbitrary<infer Step> ? Step : never
type Save = typeof aSave extends fc.Arbitrary<infer Step> ? Step : never

function roundOf(player: Player, step: Opening, roundId: string, playerKey: string): Round {
  const freeSpin: FreeSpin | null =
    step.remaining === null
      ? null
      : { grantId: player.grantId, externalId: null, remaining: step.remaining }
  const sample = planned(pays).intent
  return openRound(
    {
      ...sample,
      roundId,
      playerKey,
      freeSpin,
      sequence: BigInt(step.sequence),
      requestId: `r-${step.request}`,
      gameId: step.gameId,
      createdAtMs: NOW_MS,
    },
    pays,
  )
}

/** Both rounds after the move; null when the machine refuses it. */
function moved(round: Round, move: RoundInput): Round | null {
  try {
    return applyInput(held(round), move).round
  } catch {
    return null
  }
}

/** The values that both sides must agree on: keys and the classes of seeds differ. */
function print(round: Round | null): string {
  if (round === null) return 'none'
  const { playerKey: _key, seed, ...intent } = round.intent
  const fields = { ...intent, ...round.progress, seed: Buffer.from(seed).toString('hex') }
  const sorted = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(sorted, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

const printGrant = (grant: Grant | null) =>
  grant === null
    ? 'none'
    : `${grant.status} ${grant.remaining} ${grant.played} ${grant.inFlight} ${grant.totalWinMinor}`

/** The answers of both sides, Postgres first. */
type Both = [real: string, model: string]

const printOpening = (result: OpenResult) => ('cause' in result ? result.cause : result.kind)

async function openOnBoth(player: Player, step: Opening, ids: string[]): Promise<Both> {
  const roundId = randomUUID()
  const binding = step.binds ? { provider: 'provider_c', levelBps: 9_450 } : null
  const roundEntitlements = { entitlementsRevision: step.revision, binding }
  const real = await ledger.open(
    roundOf(player, step, roundId, player.playerKey),
    roundEntitlements,
  )
  const round = roundOf(player, step, roundId, player.modelKey)
  const model = player.model.open(round, roundEntitlements, '')
  if (real.kind === 'opened') ids.push(roundId)
  return [printOpening(real), printOpening(model)]
}

async function saveOnBoth(player: Player, step: Save, ids: string[]): Promise<Both> {
  const roundId = ids[step.place % Math.max(1, ids.length)]
  if (roundId === undefined) return ['nothing', 'nothing']
  const shiftVersion = (round: Round): Round => ({
    ...round,
    progress: { ...round.progress, version: round.progress.version - (step.isStale ? 1 : 0) },
  })
  const read = await reader.findRound(player.playerKey, roundId)
  const held = player.model.findRound(player.modelKey, roundId)
  const [one, other] = [moved(read!, input[step.move]), moved(held!, input[step.move])]
  if (one === null || other === null) return [String(one === null), String(other === null)]
  const attempt = async (save: () => Promise<SaveResult> | SaveResult) => {
    try {
      return (await save()).kind
    } catch {
      // A check of the table, or of the model.
      return 'violated'
    }
  }
  return [
    await attempt(() => ledger.save(shiftVersion(one))),
    await attempt(() => player.model.save(shiftVersion(other), '')),
  ]
}

async function compare(player: Player, ids: readonly string[]): Promise<void> {
  for (const roundId of ids) {
    const real = print(await reader.findRound(player.playerKey, roundId))
    const model = print(player.model.findRound(player.modelKey, roundId))
    if (real !== model) throw new Error(`Postgres holds ${real}, the model ${model}`)
  }
  const real = (await reader.loadPlayer('casino', player.playerId))!
  const model = player.model.readPlayer('casino', player.playerId)!
  const open = player.model.readOpen('casino', player.playerId)
  const both = [
    [
      real.sequence,
      real.entitlements.revision,
      real.openRounds.length,
      real.entitlements.levels.size,
    ],
    [model.sequence, model.entitlements.revision, open.length, model.entitlements.levels.size],
  ].map(String)
  if (both[0] !== both[1]) throw new Error(`a player of ${both[0]}, in the model ${both[1]}`)
  const grants = [
    printGrant(await entitlements.findAnyGrant(player.grantId)),
    printGrant(player.model.findAnyGrant(player.grantId)),
  ]
  if (grants[0] !== grants[1]) throw new Error(`a grant of ${grants[0]}, in the model ${grants[1]}`)
}

/** Every one must occur. */
const ANSWERS = [
  'opened',
  'request-repeated',
  'sequence-taken',
  'entitlements-outdated',
  'round-open',
  'saved',
  'outdated',
] as const

t.test('property: Postgres and the model write, refuse and read back alike', async t => {
  const counts = new Map<string, number>()
  const aStory = fc.array(fc.oneof(anOpening, aSave, aSave), { minLength: 4, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(aStory, async story => {
      const player = await newPlayer()
      const ids: string[] = []
      for (const step of story) {
        const [real, model] =
          step.kind === 'open'
            ? await openOnBoth(player, step, ids)
            : await saveOnBoth(player, step, ids)
        const what = JSON.stringify(step, (_, value) =>
          typeof value === 'bigint' ? value.toString() : value,
        )
        if (real !== model) throw new Error(`${what}: Postgres ${real}, the model ${model}`)
        counts.set(real, (counts.get(real) ?? 0) + 1)
      }
      await compare(player, ids)
    }),
    { numRuns: 60 },
  )
  for (const answer of ANSWERS) t.ok(counts.get(answer), `${answer}: ${counts.get(answer)} times`)
})
