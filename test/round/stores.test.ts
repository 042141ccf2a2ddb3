// A round's calls to its stores as it opens, is shown and is closed: their arguments, their order,
// and what is taken back when a store refuses. The functions of the room on stores that record
// their calls.

import t from 'tap'
import type { Entitlements } from '../../src/core/entitlements.ts'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import type { GameDefinition } from '../../src/games/engine/contract.ts'
import { closeRound } from '../../src/round/close.ts'
import type { RoundDeps } from '../../src/round/deps.ts'
import { performEffect } from '../../src/round/effects.ts'
import { reloadPlayer } from '../../src/round/known-player.ts'
import type { RoundInput } from '../../src/round/machine.ts'
import { afterOpening, openNewRound } from '../../src/round/open.ts'
import type { CheckedSpin } from '../../src/round/plan.ts'
import type { Round } from '../../src/round/round.ts'
import type { RoundsOfPlayer } from '../../src/round/rounds-of-player.ts'
import { noteFailure, resumeFromLedger } from '../../src/round/set-aside.ts'
import type { PlaySession } from '../../src/wire/lane.ts'
import { createFakeGame } from '../simulation/fake-game.ts'
import { newGrant } from '../support/grant-samples.ts'
import {
  after,
  held,
  input,
  loses,
  opened,
  pays,
  planned,
  waits,
} from '../support/round-samples.ts'

const player = { projectId: 'p', playerId: 'ann' }
const game: GameDefinition = createFakeGame('some-game')
const session = {
  ...player,
  sessionId: 's',
  tokenVersion: 1,
  gameId: 'some-game',
  currency: 'EUR',
} as PlaySession
const ENTITLEMENTS: Entitlements = {
  revision: 7n,
  grants: [],
  targets: [],
  levels: new Map(),
  limits: [],
}
const SPIN: CheckedSpin = {
  requestId: 'r',
  game,
  mode: game.modes[0]!,
  betTerms: '{"level":1}',
  baseStakeMinor: 20n,
  stakeMinor: 20n,
  grant: null,
  level: null,
  bindsPlayer: false,
  paceMs: 900,
  gambleAnswer: null,
}

/** Stores with the given answers, and all their calls. */
function createStores(answers: Record<string, unknown> = {}) {
  const asked: [name: string, ...args: unknown[]][] = []
  const answer = (name: string, usual: unknown) => {
    return (...args: unknown[]) => {
      asked.push([name, ...args])
      const own = name in answers ? answers[name] : usual
      return own instanceof Error ? Promise.reject(own) : Promise.resolve(own)
    }
  }
  const said: [string, ...unknown[]][] = []
  const timers: { delayMs: number; run: () => void }[] = []
  const deps = {
    redisState: {
      openRound: answer('openRound', { kind: 'opened', sequence: 5n, targetOutcomeId: null }),
      closeRound: answer('closeRound', undefined),
      noteOpening: answer('noteOpening', undefined),
      decideReveal: answer('decideReveal', 'revealed'),
      settleRound: answer('settleRound', { kind: 'closed' }),
      loadWindow: answer('loadWindow', 'loaded'),
      dropWindows: answer('dropWindows', undefined),
      load: answer('load', undefined),
    },
    ledger: {
      open: answer('open', { kind: 'opened' }),
      save: answer('save', { kind: 'saved' }),
      setAside: answer('setAside', true),
      noteFailure: answer('noteFailure', 1),
      loadPlayer: answer('loadPlayer', null),
      findWindow: answer('findWindow', { afterSequence: 3n, rounds: [] }),
      stepLevel: answer('stepLevel', { kind: 'stepped' }),
    },
    findGame: (id: string) => (id === game.id ? game : undefined),
    findProject: async () => ({ settings: answers.settings ?? DEFAULT_SETTINGS, revision: 4 }),
    gameIdsOf: () => ['some-game', 'sister-game'],
    newRounds: () => 'allowed',
    newRoundId: () => 'new-round',
    newSeed: () => new Uint8Array(32),
    nowMs: () => 2_000,
    after(delayMs: number, run: () => void) {
      timers.push({ delayMs, run })
      return () => void timers.splice(0)
    },
    atWork: <Answer>(_id: string, work: () => Answer) => work(),
    observe: {
      fault: (error: Error) => said.push(['fault', error.message]),
      setAside: (_round: Round, failure: string) => said.push(['set aside', failure]),
    },
  } as unknown as RoundDeps
  const state: RoundsOfPlayer = {
    player,
    known: { playerKey: '7', entitlements: (answers.known ?? ENTITLEMENTS) as Entitlements },
    rounds: new Map(),
    abandoned: [],
    lateSlot: null,
  }
  const of = (name: string) => asked.filter(([each]) => each === name).map(([, ...args]) => args)
  return { deps, state, asked, said, of, timers }
}

// Opening
// ---------------------------------------------------------------------------------------------

t.test('a slot is requested with all that the spin and its refund would need', async t => {
  const { deps, state, of } = createStores()
  await openNewRound(deps, state, session, SPIN)
  t.match(of('openRound'), [
    [
      player,
      session,
      {
        gameId: 'some-game',
        roundId: 'new-round',
        entitlementsRevision: 7n,
        spin: 'base',
        modeId: 'base',
        paceMs: 900,
        record: { currency: 'EUR', stakeMinor: 20n, requestId: 'r', freeSpin: null },
      },
    ],
  ])
  const free = { ...SPIN, grant: newGrant() }
  await openNewRound(deps, state, session, free)
  t.match(of('openRound')[1]?.[2], { spin: 'free', record: { freeSpin: { remaining: 2 } } })
})

t.test('a round that the ledger refuses holds no slot, and the pace ignores it', async t => {
  const { deps, state, of } = createStores({ open: { kind: 'refused', cause: 'round-open' } })
  t.strictSame(await openNewRound(deps, state, session, SPIN), { kind: 'outdated' })
  t.strictSame(of('closeRound'), [
    [player, 'some-game', 'new-round', 'unwritten', { kind: 'nothing' }],
  ])
  t.strictSame(state.abandoned, [], 'nothing is left of it')
})

t.test('a request that is in the ledger is answered from there', async t => {
  const { deps, state } = createStores({ open: { kind: 'refused', cause: 'request-repeated' } })
  t.strictSame(await openNewRound(deps, state, session, SPIN), { kind: 'request-repeated' })
})

t.test('an opening without an answer keeps its slot and is abandoned here, unsent', async t => {
  const { deps, state, of } = createStores({ open: new Error('away') })
  await t.rejects(openNewRound(deps, state, session, SPIN), /away/)
  t.strictSame(of('closeRound'), [])
  t.strictSame(of('noteOpening'), [[player, 'new-round', 'unsent']])
  t.strictSame(state.abandoned, [{ roundId: 'new-round', version: 1 }])
})

t.test('an unknown target outcome makes no round, and everything is read again', async t => {
  const slot = { kind: 'opened', sequence: 5n, targetOutcomeId: 'elsewhere' }
  const { deps, state, of } = createStores({ openRound: slot })
  t.strictSame(await openNewRound(deps, state, session, SPIN), { kind: 'outdated' })
  t.equal(of('open').length, 0)
  t.equal(of('closeRound').length, 1)
})

t.test('after the write, memory has what the opening took of the grant', async t => {
  const grant = newGrant({ gameId: 'some-game' })
  const { deps, state, of } = createStores({ known: { ...ENTITLEMENTS, grants: [grant] } })
  await openNewRound(deps, state, session, { ...SPIN, grant })
  t.match(of('open')[0]?.[1], { entitlementsRevision: 7n, binding: null })
  t.match(state.known?.entitlements.grants, [{ remaining: 2, inFlight: 1 }])
})

t.test('an opening takes its spin, its target outcome and its level, and nothing else', async t => {
  const { intent } = planned(pays)
  const grants = [newGrant(), newGrant({ grantId: 'other' })]
  const targets = ['t1', 't2'].map(targetOutcomeId => ({ targetOutcomeId }))
  const known = { ...ENTITLEMENTS, grants, targets } as unknown as Entitlements
  t.equal(afterOpening(known, intent, null), known)
  const freeSpin = { grantId: newGrant().grantId, externalId: null, remaining: 2 }
  const free = afterOpening(known, { ...intent, freeSpin }, null)
  t.match(free.grants, [{ remaining: 2, inFlight: 1 }, grants[1]!])
  t.equal(free.levels, known.levels)
  const appliedTarget = { targetOutcomeId: 't1', reelSet: 'natural' } as const
  const forced = afterOpening(known, { ...intent, appliedTarget }, null)
  t.strictSame(forced.targets, [{ targetOutcomeId: 't2' }])
  const bound = afterOpening(known, { ...intent, sequence: 9n }, { provider: 'x', levelBps: 9_400 })
  t.strictSame(bound.levels.get('x'), {
    startBps: 9_400,
    currentBps: 9_400,
    manualBps: null,
    roundsSinceAdjust: 0,
    adjustedSequence: 8n,
  })
})

t.test('a player is loaded with their open rounds, without targets of another version', async t => {
  const target = (targetOutcomeId: string, foundVersion: string) => ({
    targetOutcomeId,
    foundVersion,
    gameId: 'some-game',
  })
  const row = {
    playerKey: '7',
    sequence: 5n,
    openRounds: [planned(pays)],
    entitlements: {
      ...ENTITLEMENTS,
      targets: [target('new', '1'), target('old', '0')],
      hasMoreTargets: true,
    },
  }
  const { deps, state, of } = createStores({ loadPlayer: row })
  await reloadPlayer(deps, state)
  const loaded = {
    sequence: 5n,
    entitlementsRevision: 7n,
    openRounds: [row.openRounds[0]!.intent],
    targets: [target('new', '1')],
    hasMoreTargets: true,
  }
  t.strictSame(of('load'), [[player, loaded]])
  t.strictSame(state.known?.entitlements.targets, loaded.targets)
})

// Showing
// ---------------------------------------------------------------------------------------------

const REVEAL = { type: 'decide-reveal', afterSave: false } as const
const confirmed = (drawn: typeof pays) => after(opened(drawn), input.betAccepted).round

t.test('a reveal returns the win, unless another decision came first', async t => {
  const { deps, state, of } = createStores()
  await performEffect(deps, state, confirmed(pays), REVEAL)
  await performEffect(deps, state, confirmed(waits), REVEAL)
  t.strictSame(
    of('decideReveal').map(([, , , wanted, win]) => [wanted, win]),
    [
      ['revealed', 2_500n],
      ['revealed', null],
    ],
  )
})

const LOST: [answer: string, afterSave: boolean, input: unknown][] = [
  ['lost', false, { type: 'reveal-lost', isHeld: false }],
  ['rebuilt', false, { type: 'reveal-lost', isHeld: true }],
  ['lost', true, { type: 'overtaken' }],
  ['rebuilt', true, { type: 'overtaken' }],
]
for (const [answer, afterSave, expected] of LOST) {
  t.test(`a reveal that is ${answer} ${afterSave ? 'after' : 'before'} its save`, async t => {
    const { deps, state } = createStores({ decideReveal: answer })
    const effect = { type: 'decide-reveal', afterSave } as const
    t.strictSame(await performEffect(deps, state, confirmed(pays), effect), expected)
  })
}

t.test('only the node that sends the bet of a round it took up notes that', async t => {
  const { deps, state, asked } = createStores()
  const save = (round: Round, isTakenUp: boolean) =>
    performEffect(deps, state, round, { type: 'save', isTakenUp })
  await save(after(opened(pays), input.betUnknown).round, true)
  await save(confirmed(pays), true)
  t.strictSame(
    asked.map(([name]) => name),
    ['save', 'save'],
  )
})

// Closing
// ---------------------------------------------------------------------------------------------

const settled = after(
  opened(pays),
  input.betAccepted,
  input.revealed,
  input.started,
  input.winAccepted,
  input.finished,
).round
const adaptive = {
  windowRounds: 50,
  lowerAboveBps: 15_000,
  restoreBelowBps: 9_000,
  stepBps: 200,
  floorBelowStartBps: 600,
  minTurnoverMinor: {},
}
const LEVEL = {
  startBps: 9_400,
  currentBps: 9_200,
  manualBps: null,
  roundsSinceAdjust: 60,
  adjustedSequence: 0n,
}
const settingsWith = (rtp: object) => ({
  ...DEFAULT_SETTINGS,
  rtp: { provider_c: { providerBps: 9_400, personal: true, adaptive, ...rtp } },
})
const counted: Round = {
  ...settled,
  intent: { ...settled.intent, currency: 'USD', levelBps: 9_200, levelSource: 'player' },
}
const COUNTING = {
  settings: settingsWith({}),
  known: { ...ENTITLEMENTS, levels: new Map([['provider_c', LEVEL]]) },
}
/** Far above what the rule allows. */
const RICH = { kind: 'window', window: { rounds: 50, stakeMinor: 100n, winMinor: 900n } }

t.test(
  'a round outside every window is closed beside play, and a failure of that is reported',
  async t => {
    const { deps, state, of, said } = createStores({ closeRound: new Error('away') })
    t.equal(await closeRound(deps, state, settled), 'closed')
    t.strictSame(of('closeRound')[0]?.slice(3), ['over', { kind: 'paid', winMinor: 2_500n }])
    await new Promise(setImmediate)
    t.strictSame(said, [['fault', 'away']])
  },
)

const lost = after(
  opened(loses),
  input.betAccepted,
  input.revealed,
  input.started,
  input.finished,
).round

t.test('the slot of a round without a win waits for the next opening of its game', async t => {
  const { deps, state, of, timers } = createStores()
  t.equal(await closeRound(deps, state, lost), 'closed')
  t.strictSame(of('closeRound'), [])
  const elsewhere = { ...session, gameId: 'other-game' }
  await openNewRound(deps, state, elsewhere, SPIN)
  t.match(of('openRound')[0]?.[2], { over: undefined }, 'of another game: not')
  await openNewRound(deps, state, { ...session, gameId: lost.intent.gameId }, SPIN)
  t.match(of('openRound')[1]?.[2], { over: lost.intent.roundId })
  t.equal(state.lateSlot, null)
  t.strictSame(timers, [], 'nothing is left to do')
})

t.test('a slot that no opening frees is freed by a timer, or by the next such round', async t => {
  const { deps, state, of, timers } = createStores()
  await closeRound(deps, state, lost)
  timers[0]!.run()
  const { gameId, roundId } = lost.intent
  t.strictSame(of('closeRound'), [[player, gameId, roundId, 'over']])
  t.equal(state.lateSlot, null)
  await closeRound(deps, state, lost)
  await closeRound(deps, state, { ...lost, intent: { ...lost.intent, gameId: 'other-game' } })
  t.equal(of('closeRound').length, 2)
  t.match(state.lateSlot, { gameId: 'other-game' })
})

t.test('a refused opening keeps the slot that it would have freed', async t => {
  const { deps, state } = createStores({ openRound: { kind: 'outdated' } })
  await closeRound(deps, state, lost)
  await openNewRound(deps, state, { ...session, gameId: lost.intent.gameId }, SPIN)
  t.match(state.lateSlot, { roundId: lost.intent.roundId })
})

t.test('a round that was not a paid spin after all is undone', async t => {
  const { deps, state, of } = createStores()
  const rejected = after(opened(pays), input.betRefused).round
  const cancelled = after(opened(pays), input.cancelledByOperator).round
  for (const round of [rejected, cancelled]) await closeRound(deps, state, round)
  t.strictSame(
    of('closeRound').map(([, , , ...how]) => how),
    [
      ['undone', { kind: 'nothing' }],
      ['undone', { kind: 'cancelled' }],
    ],
  )
})

t.test('a counted round closes with its window, and a step of the level renews all', async t => {
  const { deps, state, of } = createStores({ ...COUNTING, settleRound: RICH })
  t.equal(await closeRound(deps, state, counted), 'level-stepped')
  t.equal(of('closeRound').length, 0)
  const [at, ref, round, rule] = of('settleRound')[0]!
  t.strictSame(
    [at, ref, rule],
    [player, { provider: 'provider_c', currency: 'USD' }, { windowRounds: 50, revision: 4 }],
  )
  t.match(round, { roundId: counted.intent.roundId, winMinor: 2_500n, sequence: 1n })
  const [who, step] = of('stepLevel')[0]!
  t.match(who, { provider: 'provider_c', gameIds: ['some-game', 'sister-game'] })
  t.match(step, { judgedBps: 9_200, sequence: 1n, entry: { to_bps: 9_000 } })
  t.strictSame(of('dropWindows'), [[player, 'provider_c']])
  const effect = await performEffect(deps, state, counted, { type: 'close' })
  t.strictSame(effect, { type: 'closed', isOutdated: true } satisfies RoundInput)
})

t.test('a step that another round made already drops no window', async t => {
  const { deps, state, of } = createStores({
    ...COUNTING,
    settleRound: RICH,
    stepLevel: { kind: 'outdated' },
  })
  t.equal(await closeRound(deps, state, counted), 'closed')
  t.strictSame(of('dropWindows'), [])
})

t.test('a missing window is read for its currency and provider, and judged once', async t => {
  const rounds = Array.from({ length: 50 }, () => ({ stakeMinor: 2n, winMinor: 18n }))
  const missing = { ...COUNTING, settleRound: { kind: 'not-loaded', token: '3' } }
  const found = { findWindow: { afterSequence: 3n, rounds } }
  const loads = createStores({ ...missing, ...found })
  t.equal(await closeRound(loads.deps, loads.state, counted), 'level-stepped')
  t.match(loads.of('findWindow'), [
    [
      {
        playerKey: '7',
        provider: 'provider_c',
        gameIds: ['some-game', 'sister-game'],
        currency: 'USD',
        windowRounds: 50,
      },
    ],
  ])
  t.match(loads.of('loadWindow')[0], [player, {}, { token: '3', revision: 4 }, 3n, rounds])
  const superseded = createStores({ ...missing, ...found, loadWindow: 'superseded' })
  t.equal(await closeRound(superseded.deps, superseded.state, counted), 'closed')
  t.equal(superseded.of('stepLevel').length, 0, 'a later round judges it')
})

const forced = { targetOutcomeId: 't', reelSet: 'natural' } as const
const UNCOUNTED: [what: string, answers: object, round: Round][] = [
  ['of a target outcome', {}, { ...counted, intent: { ...counted.intent, appliedTarget: forced } }],
  ['where the rule is off', { settings: settingsWith({ adaptive: null }) }, counted],
  ['where levels are not personal', { settings: settingsWith({ personal: false }) }, counted],
  ['of a player without a level', { known: ENTITLEMENTS }, counted],
]
for (const [what, answers, round] of UNCOUNTED) {
  t.test(`a round ${what} is in no window`, async t => {
    const { deps, state, of } = createStores({ ...COUNTING, ...answers })
    t.equal(await closeRound(deps, state, round), 'closed')
    t.equal(of('settleRound').length, 0)
    t.equal(of('closeRound').length, 1)
  })
}

// Set aside
// -------------------------------------------------------------------------------------------

const mistake = new RangeError('no such line 7')

t.test('the last failure allowed of its kind sets a round aside, and frees its slot', async t => {
  const { deps, state, of, said } = createStores({ noteFailure: 3 })
  const driven = held(planned(pays))
  state.rounds.set(driven.round.intent.roundId, { driven } as never)
  await noteFailure(deps, state, driven, mistake)
  t.match(of('save'), [[{ progress: { state: 'reconciliation_required' } }]])
  t.equal(state.rounds.size, 0)
  t.strictSame(said, [['set aside', 'RangeError: no such line #']])
  t.strictSame(of('closeRound')[0]?.slice(1), ['some-game', driven.round.intent.roundId, 'undone'])
})

t.test('one failure less does not, nor does one of a store', async t => {
  const fewer = createStores({ noteFailure: 2 })
  await noteFailure(fewer.deps, fewer.state, held(planned(pays)), mistake)
  t.equal(fewer.of('save').length, 0)
  const away = createStores({ noteFailure: 3 })
  await noteFailure(away.deps, away.state, held(planned(pays)), new Error('away'))
  t.strictSame(away.asked, [])
})

t.test('a round that another node has changed since is not set aside', async t => {
  const { deps, state, of, said } = createStores({ noteFailure: 3, save: { kind: 'outdated' } })
  await noteFailure(deps, state, held(planned(pays)), mistake)
  t.strictSame([said, of('closeRound')], [[], []])
})

t.test('a round that no column accepts is set aside in its stored form', async t => {
  const refused = Object.assign(new Error('value too long'), { code: '22001' })
  const { deps, state, of, said } = createStores({ noteFailure: 3, save: refused })
  await noteFailure(deps, state, held(planned(pays)), mistake)
  t.equal(of('setAside').length, 1)
  t.equal(said[0]?.[0], 'set aside')
})

t.test('a failure that can’t be noted is reported, and throws nothing', async t => {
  const { deps, state, said } = createStores({ noteFailure: new Error('away') })
  await noteFailure(deps, state, held(planned(pays)), mistake)
  t.strictSame(said, [['fault', 'away']])
})

t.test('a round that can’t be drawn again is reported and counted, and not held', async t => {
  const { deps, state, of, said } = createStores()
  const broken = {
    ...deps,
    findGame: () => ({
      play() {
        throw mistake
      },
    }),
  } as unknown as RoundDeps
  await t.rejects(resumeFromLedger(broken, state, planned(pays)), mistake)
  t.strictSame(said, [['fault', mistake.message]])
  t.match(of('noteFailure'), [[{}, 'RangeError: no such line #']])
  t.equal(state.rounds.size, 0)
})
