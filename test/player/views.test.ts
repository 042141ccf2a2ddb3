// What a player is shown of rounds, grants, games and refusals: nothing of a result before the bet
// is confirmed, and exactly the fields of the play protocol.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { BetLadder, GameDefinition, Outcome } from '../../src/games/engine/contract.ts'
import { PLAIN_RULES } from '../../src/games/engine/game-rules.ts'
import {
  encodeEarlierRound,
  encodeError,
  encodeOutcome,
  encodeRound,
  encodeSettled,
  viewFreeSpins,
  viewGame,
  viewRound,
} from '../../src/player/views.ts'
import { DEADLINE_REQUEST, type RoundProgress, type RoundState } from '../../src/round/round.ts'
import { PLAY_ERROR_CODES } from '../../src/wire/play-answers.ts'
import { newGrant } from '../support/grant-samples.ts'
import { planned, ROUND_ID, STAKE, WIN, waits } from '../support/round-samples.ts'

const OUTCOME: Outcome = {
  events: [{ type: 'collected', winUnits: 50 }],
  winUnits: 50,
  awaiting: { kind: 'gamble', options: ['red', 'collect'], stepsLeft: 2 },
}
const GRANT = { ...newGrant(), played: 1, remaining: 2, totalWinMinor: 1_234n }
const NO_GRANTS = { own: null, due: null }

function roundIn(progress: Partial<RoundProgress>) {
  const { intent, progress: first } = planned(waits)
  const stakes = { baseStakeMinor: STAKE / 2n, betTerms: '{"coin":5,"lines":10}' }
  return { intent: { ...intent, ...stakes }, progress: { ...first, ...progress } }
}

t.test(
  'a result is shown once the bet is confirmed, and never of a round that is undone',
  async t => {
    const shown: [RoundState, awaiting: boolean, status: string, isVisible: boolean][] = [
      ['debit_pending', true, 'pending', false],
      ['debit_pending', false, 'pending', false],
      ['in_progress', true, 'awaiting', true],
      ['in_progress', false, 'crediting', true],
      ['credit_pending', false, 'crediting', true],
      ['settled', false, 'settled', true],
      ['rejected', true, 'rejected', false],
      ['cancelled', true, 'rejected', false],
      ['reconciliation_required', false, 'pending', false],
    ]
    for (const [state, awaiting, status, isVisible] of shown) {
      const view = viewRound(roundIn({ state, awaiting }), OUTCOME, null)
      t.equal(view.status, status, state)
      t.same(view.events, isVisible ? OUTCOME.events : [], state)
      t.equal(view.winUnits, isVisible ? 50 : 0, state)
      t.equal(view.win, isVisible ? '25.00' : '0.00', state)
      t.same(view.awaiting, status === 'awaiting' ? OUTCOME.awaiting : null, state)
    }
  },
)

t.test('a win that was collected with its spin is not revealed by its choice either', async t => {
  const choicesIn = (state: RoundState, choiceRequestIds: string[], choices: string[]) =>
    viewRound(roundIn({ state, choices, choiceRequestIds }), OUTCOME, null).choices
  const { requestId } = roundIn({}).intent
  t.strictSame(choicesIn('debit_pending', [requestId], ['collect']), [])
  t.strictSame(choicesIn('cancelled', [requestId], ['collect']), [])
  t.strictSame(choicesIn('settled', [requestId], ['collect']), ['collect'])
  t.strictSame(choicesIn('reconciliation_required', ['other'], ['red']), ['red'])
})

const INTENT_VIEW = {
  roundId: ROUND_ID,
  gameMode: 'base',
  currency: 'EUR',
  bet: { coin: 5, lines: 10 },
  stake: '10.00',
  baseStake: '5.00',
}
const OWN_VIEW = { grantId: GRANT.grantId, played: 1, total: 3, totalWin: '12.34' }
const DUE_VIEW = {
  grantId: GRANT.grantId,
  bet: { level: 2 },
  stake: '2.00',
  total: 3,
  remaining: 2,
  totalWin: '12.34',
  expiresAt: Date.parse('2026-05-08T12:00:00.000Z'),
}

/** The round after its first choice. */
const AWAITING_VIEW = {
  ...INTENT_VIEW,
  status: 'awaiting',
  events: OUTCOME.events,
  winUnits: 50,
  win: '25.00',
  choices: ['red'],
  awaiting: OUTCOME.awaiting,
  decidedForPlayer: false,
}

t.test('a round as a message has the fields of the protocol and no other', async t => {
  const round = roundIn({
    state: 'in_progress',
    choices: ['red'],
    balanceAfterMinor: 123_456n,
    balanceAfterBetMinor: 9n,
    betConfirmedAtMs: 5,
    winConfirmedAtMs: 7,
  })
  t.strictSame(JSON.parse(encodeRound(round, OUTCOME, { own: GRANT, due: GRANT }, 'q1')), {
    type: 'round',
    requestId: 'q1',
    balance: '1234.56',
    balanceAt: 7,
    round: { ...AWAITING_VIEW, freeSpin: OWN_VIEW },
    freeSpins: DUE_VIEW,
  })
})

t.test('an outcome has the fields of a round, and the end of a round has no result', async t => {
  const round = roundIn({
    state: 'credit_pending',
    awaiting: false,
    balanceAfterMinor: 500n,
    betConfirmedAtMs: 5,
  })
  const grants = { own: GRANT, due: GRANT }
  const shown = JSON.parse(encodeRound(round, OUTCOME, grants, 'q1'))
  t.strictSame(JSON.parse(encodeOutcome(round, OUTCOME, grants, 'q1')), {
    ...shown,
    type: 'outcome',
  })
  t.strictSame(JSON.parse(encodeSettled(round, grants, 'q1')), {
    type: 'settled',
    requestId: 'q1',
    roundId: ROUND_ID,
    balance: '5.00',
    balanceAt: 5,
    freeSpin: OWN_VIEW,
    freeSpins: DUE_VIEW,
  })
})

t.test('a pushed round has no request id; an unknown balance is null', async t => {
  const message = JSON.parse(encodeRound(roundIn({ state: 'settled' }), OUTCOME, NO_GRANTS))
  t.notOk('requestId' in message)
  t.strictSame([message.balance, message.balanceAt], [null, null])
  t.equal(message.freeSpins, null)
  t.equal(message.round.freeSpin, null)
})

t.test('an earlier answer holds its own choices and the balance after the bet', async t => {
  const round = roundIn({
    state: 'settled',
    awaiting: false,
    choices: ['red', 'black'],
    winUnits: 0,
    winMinor: 0n,
    balanceAfterBetMinor: 4_200n,
    balanceAfterMinor: 7n,
    betConfirmedAtMs: 5,
    winConfirmedAtMs: 8,
  })
  const grants = { own: null, due: GRANT }
  const encode = (shown: typeof round) =>
    JSON.parse(encodeEarlierRound(shown, OUTCOME, 1, WIN, grants, 'q1'))
  t.strictSame(encode(round), {
    type: 'round',
    requestId: 'q1',
    balance: '42.00',
    balanceAt: 5,
    round: { ...AWAITING_VIEW, freeSpin: null },
    freeSpins: DUE_VIEW,
  })
  const unknown = { ...round, progress: { ...round.progress, balanceAfterBetMinor: null } }
  t.match(encode(unknown), { balance: null, balanceAt: null })
  const decidedFor = (...choiceRequestIds: string[]) =>
    encode({ ...round, progress: { ...round.progress, choiceRequestIds } }).round.decidedForPlayer
  t.equal(decidedFor(DEADLINE_REQUEST, 'd-2'), true, 'its last choice')
  t.equal(decidedFor('d-1', DEADLINE_REQUEST), false, 'a later choice')
})

t.test('due free spins are shown with the number left', async t => {
  t.strictSame(viewFreeSpins(GRANT), DUE_VIEW)
  t.equal(viewFreeSpins(null), null)
})

const PUBLIC = {
  id: 'g',
  name: 'Game',
  provider: 'provider_a',
  version: '1',
  layout: { columns: 5, rows: 3 },
  symbols: [],
  winsBy: 'lines',
  lines: [[0, 0, 0, 0, 0]],
  unitsPerBet: 20,
  maxWinBets: 5_000,
  modes: [{ id: 'base', kind: 'base', priceBets: '1' }],
  mechanics: ['wild'],
}

function gameWith(bets: BetLadder): GameDefinition {
  const inner = { hasFeature: true, freeSpins: true, targetOutcomes: true, languages: {} }
  const rules = PLAIN_RULES
  const more = { rules, bets, defaultOption: null, play: () => OUTCOME }
  return { ...PUBLIC, ...inner, ...more } as unknown as GameDefinition
}

t.test('a game is shown with the bets of the session’s currency, amounts as texts', async t => {
  const minor = { UAH: [100], USD: [1, 2], EUR: [10, 20], RUB: [50] }
  const of = (bets: BetLadder) => viewGame(gameWith(bets), 'EUR')
  const coin = { kind: 'coin', coinsMinor: minor, lines: 10 } as const
  t.strictSame(of(coin), {
    ...PUBLIC,
    fullBoardBets: null,
    scattersForFreeGames: null,
    cascadeMultipliers: [],
    defaultOption: null,
    bets: { kind: 'coin', coinsMinor: ['10', '20'], lines: 10 },
  })
  const ladder = { kind: 'denomination', denominationsMinor: minor, credits: [1, 5] } as const
  t.strictSame(of(ladder).bets, {
    kind: 'denomination',
    denominationsMinor: ['10', '20'],
    credits: [1, 5],
  })
  const baseStakeMinor = { UAH: 400, USD: 10, EUR: 20, RUB: 500 }
  t.strictSame(of({ kind: 'level', baseStakeMinor, levels: [1, 2] }).bets, {
    kind: 'level',
    baseStakeMinor: '20',
    levels: [1, 2],
  })
})

t.test('a hold-and-win game shows the pay of a full board', t => {
  const shown = GAMES.map(game => [game.id, viewGame(game, 'EUR').fullBoardBets])
  const paying = shown.filter(([, bets]) => bets !== null)
  t.strictSame(paying, [['vault-keeper', 1_000]])
  t.end()
})

t.test('a game with free games shows how many scatters start them', t => {
  for (const game of GAMES) {
    const { freeGames } = game.rules
    const shown = viewGame(game, 'EUR').scattersForFreeGames
    t.equal(shown, freeGames === null ? null : freeGames.scattersToTrigger, game.id)
  }
  t.end()
})

t.test('a game whose multiplier grows with cascades shows all its steps', t => {
  const shown = GAMES.map(game => [game.id, viewGame(game, 'EUR').cascadeMultipliers] as const)
  t.strictSame(
    shown.filter(([, steps]) => steps.length > 0),
    [['crystal-cluster', [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]]],
  )
  t.end()
})

t.test('a refusal has its request and code, and a text for a person', async t => {
  const encode = (...args: Parameters<typeof encodeError>) => JSON.parse(encodeError(...args))
  const busy = encode('q1', 'WALLET_BUSY', { retry: true })
  t.match(busy, { type: 'error', requestId: 'q1', code: 'WALLET_BUSY', retry: true })
  t.strictSame(Object.keys(busy).sort(), ['code', 'message', 'requestId', 'retry', 'type'])
  t.strictSame(encode(null, 'BUSY', { message: 'Own text.', freeSpins: null }), {
    type: 'error',
    requestId: null,
    code: 'BUSY',
    message: 'Own text.',
    retry: false,
    freeSpins: null,
  })
  t.strictSame(encode('q', 'FREE_SPINS_ACTIVE', { freeSpins: DUE_VIEW }).freeSpins, DUE_VIEW)
})

t.test('a code without a text is shown as the code', async t => {
  const messageOf = (code: (typeof PLAY_ERROR_CODES)[number]) =>
    JSON.parse(encodeError('q', code)).message as string
  const bare = PLAY_ERROR_CODES.filter(code => messageOf(code) === code)
  t.same(bare, ['INVALID_REQUEST', 'CURRENCY_REQUIRED'])
  const texts = PLAY_ERROR_CODES.filter(code => !bare.includes(code)).map(messageOf)
  for (const text of texts) t.match(text, /^[A-Z].+\.$/)
})
