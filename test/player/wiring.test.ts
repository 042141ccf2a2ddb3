// The calls around a player's rules: who is called and when, on simulated nodes with chosen faults
// and on commands with given stores.

import t from 'tap'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { BALANCE_PACE_MS, HELLO_KEPT_MS, HISTORY_PAGE_ROUNDS } from '../../src/limits.ts'
import { refreshBalance } from '../../src/player/commands/balance.ts'
import { recallGreeting } from '../../src/player/commands/hello.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import { ACTOR_SESSIONS, createPlayerState, rememberOffer } from '../../src/player/player-state.ts'
import { answerHistory } from '../../src/player/questions/history.ts'
import { answerReplay } from '../../src/player/questions/replay.ts'
import { describeReturns } from '../../src/player/questions/rules.ts'
import { balanceOf } from '../../src/player/views.ts'
import { drawnOf, drawOutcome } from '../../src/round/outcome.ts'
import type { Round, RoundProgress } from '../../src/round/round.ts'
import {
  answerBy,
  chooseAs,
  createPair,
  helloAs,
  LOST,
  openPair,
  REFUSED,
  session,
  spinAs,
  WORKS,
} from '../simulation/pair.ts'
import { loses, pays, planned } from '../support/round-samples.ts'

/** A round that waits for a choice, one second after the start. */
const openChoice = () => openPair(1_000, { shape: 'choice' })
const SLOW_BET = { name: 'slow bet', appliedMs: 1_000, knownMs: 1_500 } as const

t.test('a wallet that is behind gets no new round, and no repeat', async t => {
  const pair = createPair()
  const { room, sent, spin, runTo, one, ledger, fates, readRound } = pair
  await pair.greet()
  room.hasRoom = false
  t.match(await answerBy(pair, 200, spinAs()), { code: 'WALLET_BUSY', retry: true })
  t.equal([...ledger.rows()].length, 0)
  room.hasRoom = true
  // The bet is paid, the start is not answered, and neither is the win.
  fates.wallet.push(WORKS, LOST, LOST)
  void spin()
  await runTo(10)
  await runTo(3_000)
  room.takesRetries = false
  one.kill(false)
  one.start()
  const before = sent.length
  void one.resume(readRound())
  void one.notify({ ...readRound(), event: 'start' })
  await runTo(4_000)
  t.equal(sent.length, before, 'neither the round nor its notification')
})

t.test('a notification is owed until the wallet has accepted it', async t => {
  const faults = { wallet: [WORKS, LOST] }
  const { sent, runTo, one, fates, round, ledger } = await openPair(6_000, faults)
  const asked = () => sent.filter(({ body }) => body.includes('"event":"start"')).length
  const notify = async (untilMs: number) => {
    void one.notify({ ...round, event: 'start' })
    await runTo(untilMs)
  }
  t.equal(asked(), 1)
  fates.wallet.push(LOST)
  await notify(10_000)
  t.equal(asked(), 2)
  t.equal(ledger.notificationsOwed(), 2, 'it was not answered, and the finish waits behind it')
  await notify(14_000)
  t.equal(asked(), 3)
  t.equal(ledger.notificationsOwed(), 1, 'it was answered')
  void one.notify({ ...round, event: 'finish' })
  await runTo(16_000)
  t.equal(ledger.notificationsOwed(), 0)
})

t.test('a decision with the request id of its spin decides nothing', async t => {
  const pair = await openChoice()
  const { roundId } = pair.round
  t.match(await answerBy(pair, 1_500, chooseAs('r', roundId)), { code: 'INVALID_REQUEST' })
  t.strictSame(pair.ledger.row(roundId)!.progress.choices, [])
  const chosen = await answerBy(pair, 4_000, chooseAs('c', roundId))
  t.match(chosen, { round: { status: 'settled', choices: ['left'] } })
})

t.test('the answer to a decision that was not saved asks for a repeat', async t => {
  const pair = await openChoice()
  const { roundId } = pair.round
  pair.fates.write.push(REFUSED)
  t.match(await answerBy(pair, 1_100, chooseAs('c', roundId)), { requestId: 'c' })
  t.strictSame(pair.ledger.row(roundId)!.progress.choices, [])
})

t.test('a round that ended on another node is no longer open here', async t => {
  const pair = await openChoice()
  await answerBy(pair, 1_200, helloAs(), pair.other)
  await answerBy(pair, 4_000, chooseAs('c', pair.round.roundId), pair.other)
  t.match(await answerBy(pair, 4_200, helloAs('h3')), { type: 'welcome', round: null })
  t.match(await answerBy(pair, 5_000, spinAs('next')), { round: { status: 'awaiting' } })
})

t.test('a spin on an outdated memory plays, and its repeat is answered', async t => {
  const pair = await openChoice()
  const { roundId } = pair.round
  await answerBy(pair, 4_000, chooseAs('c', roundId), pair.other)
  const next = await answerBy(pair, 5_000, spinAs('next'))
  t.match(next, { round: { status: 'awaiting' } }, 'another round')
  t.equal([...pair.ledger.rows()].length, 2)
  const again = await answerBy(pair, 6_000, spinAs())
  t.match(again, { round: { roundId, choices: [] } }, 'as after the spin')
})

t.test('an accepted request is answered, also where no new ones are accepted', async t => {
  const pair = await openPair(3_000)
  pair.project.settings = { ...DEFAULT_SETTINGS, enabled: false }
  const repeated = pair.spin()
  const refused = await answerBy(pair, 4_000, spinAs('other'))
  t.match(JSON.parse(await repeated), { round: { roundId: pair.round.roundId } })
  t.match(refused, { code: 'PROJECT_GAME_DISABLED', retry: false })
  t.equal([...pair.ledger.rows()].length, 1)
})

t.test('a game that is switched off opens for its open round only', async t => {
  const pair = await openChoice()
  pair.project.settings = { ...DEFAULT_SETTINGS, enabled: false }
  const { roundId } = pair.round
  t.match(await answerBy(pair, 1_500, helloAs()), { type: 'welcome', round: { roundId } })
  await answerBy(pair, 4_000, chooseAs('c', roundId))
  t.match(await answerBy(pair, 4_500, helloAs('h3')), { code: 'PROJECT_GAME_DISABLED' })
})

t.test('a round that another node drives is left to it while it is young', async t => {
  const pair = await openPair(400, { wallet: [SLOW_BET] })
  const repeated = pair.other.play(session, spinAs())
  const another = await answerBy(pair, 1_000, spinAs('r2'), pair.other)
  t.match(JSON.parse(await repeated), { code: 'BUSY', retry: true })
  t.match(another, { code: 'ROUND_OPEN' })
  t.equal(pair.sent.length, 1, 'the other node sent nothing')
  t.equal([...pair.ledger.rows()].length, 1)
})

t.test('a cancel does not come between a bet and its answer', async t => {
  const { runTo, one, other, round, ledger } = await openPair(400, { wallet: [SLOW_BET] })
  const [here, elsewhere] = [one.cancel(round), other.cancel(round)]
  await runTo(900)
  t.strictSame(await Promise.all([here, elsewhere]), ['busy', 'busy'])
  await runTo(4_000)
  t.equal(ledger.row(round.roundId)!.progress.state, 'settled')
})

t.test('results of a retry, a recovery or a cancel are pushed, without a request id', async t => {
  const { heard, round } = await openPair(10_000, { wallet: [LOST] })
  const settled = heard.filter(
    ({ message }) => message.type === 'round' && message.round.status === 'settled',
  )
  t.match(settled, [{ message: { round: { roundId: round.roundId } } }])
  t.equal((settled[0]!.message as { requestId?: string }).requestId, undefined)
  const given = await openPair(2_400, { wallet: [LOST] })
  void given.one.cancel(given.round)
  await given.runTo(2_500)
  t.match(given.heard.at(-1)!.message, { type: 'round', round: { status: 'rejected' } })
  const before = given.heard.length
  await given.runTo(8_000)
  t.ok(given.heard.length > before, 'its refund too, which changes the balance')
})

t.test('past the bound of sessions the one offered longest ago is forgotten', t => {
  const state = createPlayerState({ projectId: 'casino', playerId: 'ann' })
  for (let n = 0; n <= ACTOR_SESSIONS; n++)
    rememberOffer(state, { sessionId: `s${n}`, maxMinor: null })
  rememberOffer(state, { sessionId: 's1', maxMinor: 7n })
  t.equal(state.offers.length, ACTOR_SESSIONS)
  t.equal(state.offers[0]!.sessionId, 's2')
  t.strictSame(state.offers.at(-1), { sessionId: 's1', maxMinor: 7n }, 'once, and as the last')
  t.end()
})

t.test('a hello is answered from memory for a limited time, with any clock', async t => {
  const state = createPlayerState({ projectId: 'casino', playerId: 'ann' })
  const greeting = { mark: 'm', balance: { balanceMinor: 1n, atMs: 0 }, play: null, decided: null }
  const clock = { nowMs: 1_000_000 }
  state.greetings = [{ sessionId: session.sessionId, ...greeting, atMs: clock.nowMs }]
  state.known = { playerKey: '1' } as never
  const deps = {
    nowMs: () => clock.nowMs,
    redisState: { readMark: async () => 'm' },
  } as unknown as PlayerDeps
  for (const [ms, isKept] of [
    [0, true],
    [HELLO_KEPT_MS - 1, true],
    [HELLO_KEPT_MS, false],
    [1 - HELLO_KEPT_MS, true],
    [-HELLO_KEPT_MS, false],
  ] as const) {
    clock.nowMs = 1_000_000 + ms
    t.equal((await recallGreeting(deps, state, session)) !== null, isKept, `${ms}`)
  }
})

t.test(
  'the wallet is asked for a balance after all checks, at its pace with any answer, and the ' +
    'balance is stored before it is shown',
  async t => {
    const state = createPlayerState({ projectId: 'casino', playerId: 'ann' })
    const clock = { nowMs: 1_000_000 }
    const did: string[] = []
    const here = {
      hasRoom: true,
      version: session.tokenVersion as number,
      expiresAtMs: 2e12,
      open: [] as string[],
      answers: true,
    }
    const deps = {
      nowMs: () => clock.nowMs,
      push: () => did.push('shown'),
      wallet: {
        hasRoom: () => here.hasRoom,
        sessionInfo: async () => {
          did.push('asked')
          const unknown = { kind: 'unknown', reason: 'timeout', detail: '' }
          return here.answers ? { kind: 'accepted', balanceMinor: 1_234n } : unknown
        },
      },
      ledger: {
        findSession: async () => ({ tokenVersion: here.version, expiresAtMs: here.expiresAtMs }),
        loadPlayer: async () => ({ openRounds: here.open.map(gameId => ({ intent: { gameId } })) }),
        noteBalance: async () => did.push('kept'),
      },
    } as unknown as PlayerDeps
    const ask = async (sessionId: string = session.sessionId) => {
      did.length = 0
      const at = { ...session, sessionId }
      return [JSON.parse(await refreshBalance(deps, state, at, 'b')), [...did]]
    }
    const refusals: [change: Partial<typeof here>, code: string][] = [
      [{ hasRoom: false }, 'WALLET_BUSY'],
      [{ version: 2 }, 'UNAUTHORIZED'],
      [{ expiresAtMs: 1_000_000 }, 'SESSION_EXPIRED'],
      [{ open: [session.gameId] }, 'ROUND_OPEN'],
    ]
    for (const [change, code] of refusals) {
      const before = { ...here }
      Object.assign(here, change)
      t.match(await ask(), [{ code }, []], code)
      Object.assign(here, before)
    }
    here.open = ['another-game']
    here.answers = false
    t.match(await ask(), [{ code: 'BALANCE_UNAVAILABLE' }, ['asked']])
    here.answers = true
    clock.nowMs += BALANCE_PACE_MS - 1
    t.match(
      await ask(),
      [{ code: 'BALANCE_TOO_SOON', retry: true }, []],
      'a call without a balance counts',
    )
    t.match(await ask('other'), [{ type: 'balance' }], 'each session has its own pace')
    clock.nowMs += 1
    t.match(await ask(), [{ type: 'balance', balance: '12.34' }, ['asked', 'kept', 'shown']])
    clock.nowMs -= 10 * BALANCE_PACE_MS
    t.match(await ask(), [{ type: 'balance' }], 'a clock that was set back blocks no call')
    t.equal(BALANCE_PACE_MS, 10_000)
  },
)

const game = GAMES.find(({ id }) => id === 'lucky-lanterns')!

/** A round of the game that the session plays. */
function roundOf(progress: Partial<RoundProgress>, sequence = 1n): Round {
  const { intent, progress: first } = planned(pays)
  const of = { gameId: game.id, gameVersion: game.version, gameMode: 'base', sequence }
  return { intent: { ...intent, ...of }, progress: { ...first, ...progress } }
}

const questions = (rounds: readonly Round[]) => ({
  roundsOf: () => ({
    list: async () => rounds,
    find: async () => rounds[0] ?? null,
    findLast: async () => rounds[0] ?? null,
  }),
  findProject: async () => ({ settings: DEFAULT_SETTINGS }),
  findGame: (_id: string, version = game.version) => (version === game.version ? game : undefined),
  nowMs: () => 0,
})
const asked = { ...session, gameId: game.id }

t.test(
  'each end of a round has its name in the history, and only a settled one its win',
  async t => {
    const ends: [progress: Partial<RoundProgress>, state: string][] = [
      [{ state: 'settled' }, 'settled'],
      [{ state: 'rejected' }, 'refused'],
      [{ state: 'reconciliation_required' }, 'held'],
      [{ state: 'debit_pending' }, 'open'],
      [{ state: 'in_progress' }, 'open'],
      [{ state: 'credit_pending' }, 'open'],
      [{ state: 'cancelled', betStatus: 'confirmed', refundStatus: 'planned' }, 'refunding'],
      [{ state: 'cancelled', betStatus: 'unknown', refundStatus: 'unknown' }, 'refunding'],
      [{ state: 'cancelled', betStatus: 'confirmed', refundStatus: 'confirmed' }, 'refunded'],
      [{ state: 'cancelled', betStatus: 'planned', refundStatus: 'confirmed' }, 'refused'],
      [{ state: 'cancelled', betStatus: 'confirmed', refundStatus: null }, 'refused'],
    ]
    for (const [progress, state] of ends) {
      const deps = questions([roundOf(progress)]) as never
      const { rounds, next } = JSON.parse(await answerHistory(deps, asked, 'q', null))
      t.match(rounds, [{ state, win: state === 'settled' ? '25.00' : null, stake: '10.00' }])
      t.equal(rounds[0].canReplay, state === 'settled')
      t.equal(next, null)
    }
  },
)

t.test(
  'a page of the history is full before there is a next one, which starts after it',
  async t => {
    const many = Array.from({ length: HISTORY_PAGE_ROUNDS + 1 }, (_, n) =>
      roundOf({ state: 'settled' }, BigInt(100 - n)),
    )
    const list = async (rounds: readonly Round[]) =>
      JSON.parse(await answerHistory(questions(rounds) as never, asked, 'q', null))
    const full = await list(many)
    t.equal(full.rounds.length, HISTORY_PAGE_ROUNDS)
    t.equal(full.next, `${100 - HISTORY_PAGE_ROUNDS + 1}`)
    t.equal((await list(many.slice(1))).next, null)
  },
)

t.test(
  'a round that would win another amount, or of another version, is not shown again',
  async t => {
    const sample = roundOf({})
    const drawn = drawnOf(game, sample.intent.baseStakeMinor, drawOutcome(game, sample.intent, []))
    const right: Partial<RoundProgress> = {
      state: 'settled',
      winMinor: drawn.winMinor,
      choices: [],
    }
    const show = async (round: Round) =>
      JSON.parse(await answerReplay(questions([round]) as never, asked, 'q', 'a-round'))
    t.match(await show(roundOf(right)), { type: 'replay', round: { status: 'settled' } })
    const wrong = roundOf({ ...right, winMinor: drawn.winMinor + 1n })
    t.match(await show(wrong), { code: 'ROUND_NOT_FOUND' })
    const older = roundOf(right)
    const other = { ...older, intent: { ...older.intent, gameVersion: '0.1' } }
    t.match(await show(other), { code: 'ROUND_NOT_FOUND' })
    t.match(await show(roundOf({ ...right, state: 'credit_pending' })), { code: 'ROUND_NOT_FOUND' })
  },
)

t.test('for two reel sets in one level the wider margin is shown', t => {
  const figures = (halfWidth95: number) => ({
    rtp: 0.95,
    hitFrequency: 0.2,
    deviationBets: 4,
    basis: { rounds: 1, halfWidth95 },
  })
  const own = { natural: figures(0.001), low: figures(0.002), high: figures(0.004) }
  const modes = [{ id: 'base', kind: 'base', priceBets: '1' }] as const
  const margin = (levelBps: number | null) =>
    describeReturns({ modes, figures: { base: own } } as never, levelBps)[0]!.marginPercent
  t.equal(margin(9_500), '0.40')
  t.equal(margin(null), '0.10')
  t.end()
})

t.test('a balance is as old as the last call that reported it', t => {
  const times = { betConfirmedAtMs: 1, winConfirmedAtMs: 2, refundConfirmedAtMs: 3 }
  const reported = { balanceAfterMinor: 5n }
  const none = { refundConfirmedAtMs: null }
  t.equal(balanceOf(roundOf({ ...reported, ...times })).balanceAt, 3)
  t.equal(balanceOf(roundOf({ ...reported, ...times, ...none })).balanceAt, 2)
  t.equal(
    balanceOf(roundOf({ ...reported, ...times, ...none, winConfirmedAtMs: null })).balanceAt,
    1,
  )
  t.strictSame(balanceOf(planned(loses)), { balance: null, balanceAt: null })
  t.end()
})
