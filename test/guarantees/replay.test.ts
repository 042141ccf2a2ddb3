// Guarantee 11: rounds of every game, mode and kind of decision, played through a node, are drawn
// again from their records alone and give the same events and win.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { replayRound } from '../../src/cli/rounds/replay.ts'
import { formatAmount } from '../../src/core/money.ts'
import { FORMER_VERSIONS, findGame, GAMES } from '../../src/games/catalogue/games.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { cheapestBet, createOperator } from '../support/operator-calls.ts'
import { seedOf } from '../support/outcomes.ts'
import { type PlayClient, type RoundMessage, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'

type RoundView = RoundMessage['round']

const { setup, node, other } = await openShared(t)
const operator = createOperator(setup, node)
const reader = createRoundReader(setup.pool)
setup.wallet.openWith(100_000_000_00n)
const SPINS = 6

/** Plays a round to its end: the options of choices in turn, a win gambled once, then collected. */
async function playOut(client: PlayClient, opened: RoundView, spin: number): Promise<RoundView> {
  let round = opened
  let gambles = 0
  while (round.status === 'awaiting') {
    const { roundId } = round
    const { kind, options } = round.awaiting!
    const option = options[spin % options.length]!
    if (kind === 'choice') round = roundOf(await client.send({ type: 'choose', roundId, option }))
    else if (gambles++ > 0) round = roundOf(await client.collect(roundId))
    else round = roundOf(await client.send({ type: 'gamble', roundId, option }))
  }
  return round
}

type Tap = Pick<typeof t, 'strictSame' | 'equal' | 'ok' | 'comment'>

async function checkReplay(t: Tap, seen: RoundView): Promise<void> {
  const found = await reader.findAnyRound(seen.roundId)
  const replay = replayRound(found!.round)
  t.ok(replay.matches, `${seen.gameMode} ${seen.roundId}`)
  t.strictSame(JSON.parse(JSON.stringify(replay.outcome.events)), seen.events)
  t.equal(formatAmount(replay.winMinor), seen.win)
}

for (const game of GAMES) {
  t.test(`guarantee 11: rounds of ${game.id} are drawn again from their records`, async t => {
    const { client } = await setup.openGame(node, 'ann', { symbol: game.id })
    const bet = cheapestBet(game.id)
    let decided = 0
    for (const { id: mode } of game.modes) {
      for (let spin = 0; spin < SPINS; spin++) {
        const opened = roundOf(await client.send({ type: 'spin', bet, mode }))
        const ended = await playOut(client, opened, spin)
        t.equal(ended.status, 'settled')
        if (opened.status === 'awaiting') decided++
        await checkReplay(t, ended)
      }
    }
    t.comment(`${decided} rounds with decisions`)
    client.close()
  })
}

/** The outcome of a seed that the former version, and only it, draws like this and lets gamble. */
function drawFormer(former: Game) {
  const current = findGame(former.id)!
  for (let number = 0; ; number++) {
    const request = { mode: 'base', levelBps: null, seed: seedOf(number), choices: [] }
    const { events, winUnits, awaiting } = former.play(request)
    if (awaiting === null || current.play(request).winUnits === winUnits) continue
    return { seed: request.seed, events, winUnits }
  }
}

t.test('guarantee 11: a waiting round goes on with the version that drew it', async t => {
  const former = FORMER_VERSIONS.find(({ rules }) => rules.gamble !== null)!
  const player = { symbol: former.id }
  const { client, link } = await setup.openGame(node, 'before-the-upgrade', player)
  const { roundId } = await spinToDecision(client, cheapestBet(former.id))
  client.close()
  const { intent } = (await reader.findAnyRound(roundId))!.round
  t.equal(intent.levelBps, null)
  const drawn = drawFormer(former)
  const winMinor = (BigInt(drawn.winUnits) * intent.baseStakeMinor) / BigInt(former.unitsPerBet)
  // As if a node of the release before had opened it.
  await setup.pool.query(
    `UPDATE unfinished_round SET game_version = $2, seed = $3, win_units = $4, win_minor = $5,
      version = version + 1
     WHERE round_id = $1`,
    [roundId, former.version, drawn.seed, drawn.winUnits, winMinor],
  )
  await setup.losePlayerState()
  const again = await setup.connect(other, link)
  const { round } = (await again.hello()) as unknown as { round: RoundView }
  t.match(round, { roundId, status: 'awaiting', win: formatAmount(winMinor) })
  t.strictSame(round.events, drawn.events)
  const ended = roundOf(await again.collect(roundId))
  t.match(ended, { status: 'settled', win: formatAmount(winMinor) })
  await checkReplay(t, ended)
  const shown = await again.send({ type: 'replay', roundId })
  t.match(shown, { type: 'replay', round: { roundId, events: ended.events } })
})

t.test('guarantee 11: rounds at a level and free spins replay, also by command', async t => {
  const game = GAMES[0]!
  await operator.setProject({ rtp: { [game.provider]: { level: '61' } } })
  const { client } = await setup.openGame(node, 'low', { symbol: game.id })
  const rounds: RoundView[] = []
  const keep = async (opened: RoundView) =>
    rounds.push(await playOut(client, opened, rounds.length))
  for (let spin = 0; spin < 3; spin++) {
    await keep(roundOf(await client.spin(cheapestBet(game.id))))
  }
  const bet = rounds[0]!.stake
  const grantId = await operator.giveSpins('low', { symbol: game.id, count: 2, bet })
  for (let spin = 0; spin < 2; spin++) await keep(roundOf(await client.freeSpin(grantId)))
  for (const round of rounds) {
    await checkReplay(t, round)
    t.equal((await reader.findAnyRound(round.roundId))!.round.intent.levelBps, 6_100)
  }
  const program = fileURLToPath(import.meta.resolve('../support/reelhouse.js'))
  const { databaseUrl, redisUrl } = setup.stores
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }
  const args = [program, 'replay', rounds.at(-1)!.roundId, '--json']
  const said = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 60_000 })
  t.equal(said.status, 0, said.stderr)
  t.match(JSON.parse(said.stdout), { matches: true, events: rounds.at(-1)!.events })
})
