// A player's questions at a running node: rules at the level in use, the player's last rounds, one
// of them again. No player sees another player's round, and no question waits for play or delays
// it.

import t from 'tap'
import { HISTORY_PAGE_ROUNDS } from '../../src/limits.ts'
import { QUESTIONS_PER_SESSION } from '../../src/server/routes/play.ts'
import type {
  HistoryAnswer,
  ReplayAnswer,
  RulesAnswer,
  SideMessage,
} from '../../src/wire/play-answers.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, launchBody, post, settingsOf } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf, type Wish } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'
import { moment } from '../support/until.ts'

const { setup, node } = await openShared(t)
const { wallet } = setup

async function ask<Answer extends SideMessage>(client: PlayClient, wish: Wish): Promise<Answer> {
  const answer = (await client.send(wish)) as unknown as Answer
  if ((answer as { type: string }).type === 'error') throw new Error(JSON.stringify(answer))
  return answer
}
const history = (client: PlayClient, before?: string) =>
  ask<HistoryAnswer>(client, { type: 'history', ...(before === undefined ? {} : { before }) })
const replay = (client: PlayClient, roundId?: string) =>
  ask<ReplayAnswer>(client, { type: 'replay', ...(roundId === undefined ? {} : { roundId }) })

/** Plays rounds to their end; returns them newest first. */
async function play(client: PlayClient, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let spin = 0; spin < count; spin++) {
    const { roundId, awaiting } = roundOf(await client.spin(BET))
    if (awaiting !== null) await client.collect(roundId)
    ids.unshift(roundId)
  }
  return ids
}

t.test('a player reads the own last rounds, newest first, in pages', async t => {
  const { client } = await setup.openGame(node, 'reader')
  t.strictSame((await history(client)).rounds, [], 'none yet')
  const ids = await play(client, HISTORY_PAGE_ROUNDS + 2)
  const first = await history(client)
  t.strictSame(
    first.rounds.map(({ roundId }) => roundId),
    ids.slice(0, HISTORY_PAGE_ROUNDS),
  )
  const [newest] = first.rounds
  t.match(newest, { gameName: 'Lucky Lanterns', mode: 'base', currency: 'EUR', state: 'settled' })
  t.match(newest, { canReplay: true, isFreeSpin: false, win: /^\d+\.\d\d$/ })
  t.ok(Math.abs(newest!.at - Date.now()) < 600_000, 'the time of the round')
  const second = await history(client, first.next!)
  t.strictSame(
    second.rounds.map(({ roundId }) => roundId),
    ids.slice(HISTORY_PAGE_ROUNDS),
  )
  t.equal(second.next, null)
})

t.test('a finished round is shown again with its events and decisions', async t => {
  const { client } = await setup.openGame(node, 'watcher')
  t.match(await replay(client), { round: null, at: null, asked: [] }, 'there is no last round yet')
  const reported = await spinToDecision(client)
  t.equal(
    codeOf(await client.send({ type: 'replay', roundId: reported.roundId })),
    'ROUND_NOT_FOUND',
    'one that waits for its player is not shown again',
  )
  t.match((await history(client)).rounds[0], { state: 'open', win: null, canReplay: false })
  const ended = roundOf(await client.collect(reported.roundId))
  const again = await replay(client, reported.roundId)
  t.strictSame(again.round, ended)
  t.strictSame(again.asked, [reported.awaiting])
  t.strictSame((await replay(client)).round, ended, 'it is the last one')
})

t.test('no player sees another player’s round, nor one of another project', async t => {
  const { client } = await setup.openGame(node, 'owner')
  const [roundId] = await play(client, 1)
  const stranger = await setup.openGame(node, 'stranger')
  t.equal(
    codeOf(await stranger.client.send({ type: 'replay', roundId: roundId! })),
    'ROUND_NOT_FOUND',
  )
  t.strictSame((await history(stranger.client)).rounds, [])
  t.equal((await replay(stranger.client)).round, null)
  const neighbour = await setup.newProject('neighbour')
  const launched = await post(node, '/playGame.do', launchBody(neighbour, { player_id: 'owner' }))
  const namesake = await setup.openAgain(node, String(launched.body.link))
  t.equal(codeOf(await namesake.send({ type: 'replay', roundId: roundId! })), 'ROUND_NOT_FOUND')
  t.strictSame((await history(namesake)).rounds, [])
  t.equal((await replay(namesake)).round, null)
})

t.test('a round of another game is listed, and shown in that game only', async t => {
  const lanterns = await setup.openGame(node, 'both')
  const [roundId] = await play(lanterns.client, 1)
  const cherries = await setup.openGame(node, 'both', { symbol: 'cherry-classic' })
  t.match((await history(cherries.client)).rounds, [
    { roundId, gameId: 'lucky-lanterns', state: 'settled', canReplay: false },
  ])
  t.equal(
    codeOf(await cherries.client.send({ type: 'replay', roundId: roundId! })),
    'ROUND_NOT_FOUND',
  )
  t.equal((await replay(cherries.client)).round, null)
})

t.test('a refused bet took nothing, and a cancelled one is refunded', async t => {
  const { client } = await setup.openGame(node, 'unlucky')
  wallet.rule({ method: 'bet', playerId: 'unlucky', act: 'insufficient-funds' })
  await client.spin(BET)
  t.match((await history(client)).rounds[0], { state: 'refused', win: null, canReplay: false })
})

t.test(
  'questions are answered while a round waits for its wallet, and reveal nothing of it',
  async t => {
    const { client } = await setup.openGame(node, 'waiting')
    const bet = wallet.hold({ method: 'bet', playerId: 'waiting' })
    const spin = client.spin(BET)
    await bet.arrived
    t.match((await history(client)).rounds, [{ state: 'open', win: null, canReplay: false }])
    t.match(await ask<RulesAnswer>(client, { type: 'rules' }), { type: 'rules' })
    bet.open()
    t.match(await spin, { type: 'round' })
  },
)

t.test('the rules are those of the game at the level in use', async t => {
  const { client } = await setup.openGame(node, 'level')
  const natural = await ask<RulesAnswer>(client, { type: 'rules' })
  t.match(natural, {
    gameId: 'lucky-lanterns',
    version: '1.0.0',
    level: { source: 'natural', percent: null },
    returns: [{ id: 'base', rtpPercent: '95.51', marginPercent: null }],
    rules: {
      freeGames: {
        awarded: [
          [3, 10],
          [4, 12],
          [5, 20],
        ],
        multiplier: 3,
      },
      gamble: { steps: 5 },
    },
  })
  await setRtp({ level: '94.50', personal: false })
  t.match(await untilLevel(client, 'provider'), {
    level: { percent: '94.50' },
    returns: [{ rtpPercent: '94.50' }],
  })
  await setRtp({ level: '94.50', personal: true })
  const level = { player_id: 'level', provider: 'provider_a', rtp: '91.25', reason: 'a test' }
  await createOperator(setup, node).rtp('set', level)
  t.match(await untilLevel(client, 'personal'), {
    level: { percent: '91.25' },
    returns: [{ rtpPercent: '91.25' }],
  })
  const other = await setup.openGame(node, 'of-the-level')
  t.match(await ask<RulesAnswer>(other.client, { type: 'rules' }), {
    level: { source: 'personal', percent: '94.50' },
  })
  await setRtp(null)
})

async function setRtp(rtp: { level: string; personal: boolean } | null): Promise<void> {
  await setup.change({ settings: settingsOf(rtp === null ? {} : { rtp: { provider_a: rtp } }) })
}

/** The node applies a project change a moment later. It ends a socket that asks faster. */
async function untilLevel(client: PlayClient, source: string): Promise<RulesAnswer> {
  for (;;) {
    const rules = await ask<RulesAnswer>(client, { type: 'rules' })
    if (rules.level.source === source) return rules
    await moment(1_000 / QUESTIONS_PER_SESSION.perSecond)
  }
}

t.test('a ping is answered before hello, and no other question is', async t => {
  const { link } = await setup.launch(node, { player_id: 'quiet' })
  const client = await setup.connect(node, link)
  t.match(await client.send({ type: 'ping' }), { type: 'pong' })
  for (const type of ['rules', 'history', 'replay'] as const) {
    t.equal(codeOf(await client.send({ type })), 'UNAUTHORIZED')
  }
})

t.test("questions at more than a person's pace are refused, and play continues", async t => {
  const { client } = await setup.openGame(node, 'curious')
  let refused = 0
  for (let asked = 0; asked < 3 * QUESTIONS_PER_SESSION.atOnce; asked++) {
    const answer = await client.send({ type: 'history' })
    if (answer.type !== 'error') continue
    refused++
    t.match(answer, { code: 'BUSY', retry: true })
  }
  t.ok(refused > 0)
  t.match(await client.spin(BET), { type: 'round' })
})
