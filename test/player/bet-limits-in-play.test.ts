// Bet limits and switches in play on a running node: every layer at, below and above its bounds,
// before any debit. Source: operator API, "Bet limits", "Wallet-side and in-game codes".

import t, { type Test } from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor, stakeMinor } from '../../src/games/engine/bets.ts'
import { createOperator, playOut } from '../support/operator-calls.ts'
import { codeOf, type PlayClient } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet } = setup
wallet.openWith(10n ** 14n)
const operator = createOperator(setup, node)

/** Ante and buy, no gamble and no choice; its bets are levels. */
const game = findGame('sugar-cascade')!
type LevelBet = { level: number }
const bets = listBets(game, 'EUR') as LevelBet[]
const [LOW, MIN, MAX, HIGH] = bets as [LevelBet, LevelBet, LevelBet, LevelBet]
const LARGEST = bets.at(-1)!.level
const LEVEL_MINOR = resolveBaseStakeMinor(game, 'EUR', LOW)! / BigInt(LOW.level)
const baseOf = ({ level }: LevelBet) => BigInt(level) * LEVEL_MINOR
const priceOf = (bet: LevelBet, mode = 'base') => stakeMinor(game, mode, baseOf(bet))
const line = (min: bigint | null, max: bigint) => ({
  currency: 'EUR',
  min: min === null ? null : String(min),
  max: String(max),
})
const upTo = (max: bigint) => ({ projectLimits: [{ scope: 'default', ...line(null, max) }] })

const openGame = async (player: string) =>
  (await setup.openGame(node, player, { symbol: game.id })).client

/** The code of a spin that is played to its end; for a refused one the wallet was not called. */
async function spin(t: Test, client: PlayClient, bet: LevelBet, mode = 'base'): Promise<string> {
  const before = wallet.of('bet').length
  const answer = await client.send({ type: 'spin', bet, mode })
  const debits = wallet.of('bet').slice(before)
  if (answer.type !== 'round') t.strictSame(debits, [], `${codeOf(answer)} debits nothing`)
  else t.ok(debits.every(({ amountMinor }) => amountMinor === priceOf(bet, mode)))
  return codeOf(answer)
}

async function checkBounds(t: Test, client: PlayClient): Promise<void> {
  t.equal(await spin(t, client, LOW), 'PROJECT_BET_LIMIT', 'below')
  t.equal(await spin(t, client, MIN), 'round', 'at the minimum')
  t.equal(await spin(t, client, MAX), 'round', 'at the maximum')
  t.equal(await spin(t, client, HIGH), 'PROJECT_BET_LIMIT', 'above')
}

const bounds = line(baseOf(MIN), baseOf(MAX))
const wide = line(null, baseOf(HIGH))
const LAYERS: [name: string, settings: object][] = [
  ['the project table', { projectLimits: [{ scope: 'default', ...bounds }] }],
  [
    'the line of a provider, before the default',
    {
      projectLimits: [
        { scope: 'default', ...line(null, baseOf(LOW)) },
        { scope: 'provider:provider_c', ...bounds },
        { scope: 'provider:provider_a', ...line(null, 1n) },
      ],
    },
  ],
  [
    'the line of a game, before both',
    {
      projectLimits: [
        { scope: 'default', ...line(null, baseOf(LOW)) },
        { scope: 'provider:provider_c', ...line(null, baseOf(LOW)) },
        { scope: 'game:sugar-cascade', ...bounds },
      ],
    },
  ],
  ['the limit of a game', { gameLimits: [{ game: 'sugar-cascade', ...bounds }] }],
  [
    'both together, the narrower bound of each',
    {
      projectLimits: [{ scope: 'default', ...line(baseOf(MIN), baseOf(HIGH)) }],
      gameLimits: [{ game: 'sugar-cascade', ...line(baseOf(LOW), baseOf(MAX)) }],
    },
  ],
]

for (const [name, settings] of LAYERS) {
  t.test(`${name} applies`, async t => {
    await operator.setProject({ ...settings })
    await checkBounds(t, await openGame('layers'))
  })
}

t.test('a line of another currency or game limits nothing', async t => {
  await operator.setProject({
    projectLimits: [
      { scope: 'default', currency: 'USD', min: null, max: '1' },
      { scope: 'game:thunder-reels', ...line(null, 1n) },
    ],
    gameLimits: [{ game: 'thunder-reels', ...line(null, 1n) }],
  })
  t.equal(await spin(t, await openGame('elsewhere'), HIGH), 'round')
})

t.test('a limit of the player applies from the next spin on an open socket', async t => {
  await operator.setProject({ projectLimits: [{ scope: 'default', ...wide }] })
  const client = await openGame('limited')
  const other = await openGame('free')
  t.equal(await spin(t, client, HIGH), 'round')
  const limit = (fields: object) =>
    operator.rtp('bet-limit', { player_id: 'limited', provider: 'provider_c', ...fields })
  const set = { min_minor: String(baseOf(MIN)), max_minor: String(baseOf(MAX)) }
  await limit({ currency: 'EUR', ...set })
  await checkBounds(t, client)
  t.equal(await spin(t, other, HIGH), 'round', 'another player is not limited')
  await limit({ currency: 'USD', min_minor: '1', max_minor: '1' })
  await checkBounds(t, client)
  await limit({ currency: 'EUR', min_minor: null, max_minor: null })
  for (const bet of [LOW, HIGH]) t.equal(await spin(t, client, bet), 'round', 'removed')
})

for (const mode of ['ante', 'buy']) {
  t.test(`the whole price of a spin counts: ${mode}`, async t => {
    const price = priceOf(LOW, mode)
    const client = await openGame(`price-${mode}`)
    await operator.setProject(upTo(price - 1n))
    t.equal(await spin(t, client, LOW), 'round')
    t.equal(await spin(t, client, LOW, mode), 'PROJECT_BET_LIMIT')
    await operator.setProject(upTo(price))
    t.equal(await spin(t, client, LOW, mode), 'round')
  })
}

t.test('a free spin keeps the bet it was granted at', async t => {
  await operator.setProject({})
  const client = await openGame('guest')
  const bet = (Number(baseOf(HIGH)) / 100).toFixed(2)
  const grantId = await operator.giveSpins('guest', { symbol: game.id, bet })
  await operator.setProject(upTo(baseOf(LOW)))
  const round = await playOut(client, { grantId })
  t.match(round, { status: 'settled', stake: bet })
})

t.test('bets above the native ones are offered at hello, and enforced at the spin', async t => {
  const open = async () => {
    const { client, welcome } = await setup.openGame(node, 'extended', { symbol: game.id })
    if (welcome.type !== 'welcome' || welcome.game.bets.kind !== 'level') throw new Error('hello')
    return { client, largest: Math.max(...welcome.game.bets.levels) }
  }
  const twice = { level: 2 * LARGEST }
  await operator.setProject({})
  const { client, largest } = await open()
  t.equal(largest, LARGEST, 'no limit, no extra bets')
  t.equal(await spin(t, client, twice), 'INVALID_BET')

  await operator.setProject(upTo(baseOf({ level: LARGEST }) * 2n))
  t.equal(
    await spin(t, client, twice),
    'INVALID_BET',
    'a change shows when the game is opened again',
  )
  const { client: again, largest: extended } = await open()
  t.equal(extended, 2 * LARGEST)
  t.equal(await spin(t, again, twice), 'round')
  t.equal(await spin(t, again, { level: 3 * LARGEST }), 'INVALID_BET', 'above the offered bets')

  await operator.setProject(upTo(baseOf({ level: LARGEST })))
  t.equal(await spin(t, again, twice), 'PROJECT_BET_LIMIT', 'the present limit applies')
  t.equal(await spin(t, again, { level: LARGEST }), 'round')
})

for (const mode of ['ante', 'buy']) {
  t.test(`${mode} switched off cannot be played, the base game can`, async t => {
    const client = await openGame(`off-${mode}`)
    await operator.setProject({ disabled: [`mode:${mode}`] })
    t.equal(await spin(t, client, LOW, mode), 'GAME_MODE_DISABLED')
    t.equal(await spin(t, client, LOW), 'round')
    await operator.setProject({})
    t.equal(await spin(t, client, LOW, mode), 'round')
  })
}

t.test('a game or a provider that is switched off is not played', async t => {
  const { client, link } = await setup.openGame(node, 'switched', { symbol: game.id })
  const lanterns = await setup.openGame(node, 'switched-a', { symbol: 'lucky-lanterns' })
  const spinLanterns = async () =>
    codeOf(await lanterns.client.spin(listBets(findGame('lucky-lanterns')!, 'EUR')[0]!))
  await operator.setProject({ disabled: ['game:sugar-cascade', 'provider:provider_a'] })
  t.equal(await spin(t, client, LOW), 'PROJECT_GAME_DISABLED')
  t.equal(codeOf(await (await setup.connect(node, link)).hello()), 'PROJECT_GAME_DISABLED')
  const debits = wallet.of('bet').length
  t.equal(await spinLanterns(), 'PROJECT_GAME_DISABLED')
  t.equal(wallet.of('bet').length, debits)
  await operator.setProject({})
  t.equal(await spin(t, client, LOW), 'round')
  t.equal(await spinLanterns(), 'round')
})
