// The grant of the next spin, and the grants shown with a round.

import t from 'tap'
import type { Entitlements } from '../../src/core/entitlements.ts'
import type { Grant } from '../../src/core/grant.ts'
import type { PlayerDeps } from '../../src/player/deps.ts'
import { dueGrant, findDueGrant, viewGrants } from '../../src/player/entitlements.ts'
import { createPlayerState } from '../../src/player/player-state.ts'
import { EXPIRES_MS, newGrant } from '../support/grant-samples.ts'
import { loses, planned } from '../support/round-samples.ts'

const HERE = { gameId: 'lucky-lanterns', currency: 'EUR' } as const
const HERS = newGrant()
const OTHER_GAME = newGrant({ grantId: 'a', gameId: 'river-of-ways' })
const OTHER_CURRENCY = newGrant({ grantId: 'b', currency: 'USD' })

function holding(...grants: Grant[]): Entitlements {
  return { revision: 1n, grants, targets: [], levels: new Map(), limits: [] }
}

t.test('a grant is due in its own game and currency, until it expires', async t => {
  const held = holding(OTHER_GAME, OTHER_CURRENCY, HERS)
  t.equal(dueGrant(held, HERE, EXPIRES_MS - 1), HERS)
  t.equal(dueGrant(held, HERE, EXPIRES_MS), null)
  t.equal(dueGrant(held, { ...HERE, gameId: 'river-of-ways' }, 0), OTHER_GAME)
  t.equal(dueGrant(held, { ...HERE, currency: 'USD' }, 0), OTHER_CURRENCY)
  t.equal(dueGrant(holding(OTHER_GAME, OTHER_CURRENCY), HERE, 0), null)
})

/** A player held in memory with these grants, and a ledger that has one finished grant. */
function setUp(grants: readonly Grant[]) {
  const finished = newGrant({ grantId: 'finished' })
  const asked: string[] = []
  const findAnyGrant = async (grantId: string) => {
    asked.push(grantId)
    return grantId === 'finished' ? finished : null
  }
  const deps = { nowMs: () => EXPIRES_MS - 1, ledger: { findAnyGrant } } as unknown as PlayerDeps
  const state = createPlayerState({ projectId: 'acme', playerId: 'ann' })
  state.known = { playerKey: '7', entitlements: holding(...grants) } as typeof state.known
  return { deps, state, asked, finished }
}

function roundOf(grantId: string | null) {
  const { intent, progress } = planned(loses)
  const freeSpin = grantId === null ? null : { grantId, externalId: null, remaining: 1 }
  return { intent: { ...intent, ...HERE, freeSpin }, progress }
}

t.test('the due grant of a loaded player is found without the ledger', async t => {
  const { deps, state, asked } = setUp([HERS])
  t.equal(await findDueGrant(deps, state, HERE), HERS)
  t.equal(await findDueGrant(deps, state, { ...HERE, currency: 'UAH' }), null)
  t.same(asked, [])
})

t.test('a paid round shows the due grant only', async t => {
  const { deps, state, asked } = setUp([HERS])
  t.strictSame(await viewGrants(deps, state, roundOf(null)), { own: null, due: HERS })
  t.same(asked, [])
})

t.test('a paid round of a player without grants needs neither clock nor ledger', async t => {
  const { state } = setUp([])
  const shown = await viewGrants({} as PlayerDeps, state, roundOf(null))
  t.strictSame(shown, { own: null, due: null })
})

t.test('a free spin of a player without grants left shows its grant from the ledger', async t => {
  const { deps, state, finished } = setUp([])
  const shown = await viewGrants(deps, state, roundOf('finished'))
  t.strictSame(shown, { own: finished, due: null })
})

t.test('a free spin shows its grant, from the ledger once it is finished', async t => {
  const later = newGrant({ grantId: 'later', expiresAtMs: EXPIRES_MS + 1 })
  const { deps, state, asked, finished } = setUp([HERS, later])
  const shown = await viewGrants(deps, state, roundOf('later'))
  t.equal(shown.own, later, 'not the due one')
  t.equal(shown.due, HERS)
  t.same(asked, [])
  const ended = await viewGrants(deps, state, roundOf('finished'))
  t.equal(ended.own, finished)
  t.equal(ended.due, HERS)
  t.same(asked, ['finished'])
})

t.test('the ledger is asked when the held grants have ended and it has more', async t => {
  const { deps, state } = setUp([HERS])
  const later = newGrant({ grantId: 'later', expiresAtMs: EXPIRES_MS + 10 })
  const due = async () => (await viewGrants(asked, state, roundOf(null))).due
  let reads = 0
  const asked = {
    ...deps,
    nowMs: () => EXPIRES_MS,
    findGame: () => undefined,
    redisState: { load: async () => {} },
    ledger: {
      async loadPlayer() {
        reads++
        return { playerKey: '7', sequence: 0n, openRounds: [], entitlements: holding(later) }
      },
    },
  } as unknown as PlayerDeps
  t.equal(await findDueGrant(asked, state, HERE), null, 'all are held')
  const { known } = state
  const moreGrants = [HERE]
  state.known = { ...known!, entitlements: { ...known!.entitlements, moreGrants } }
  t.equal(await findDueGrant(asked, state, { ...HERE, currency: 'USD' }), null)
  t.equal(reads, 0)
  const elsewhere = [OTHER_GAME, OTHER_CURRENCY].map(({ gameId, currency }) => ({
    gameId,
    currency,
  }))
  state.known = { ...known!, entitlements: { ...known!.entitlements, moreGrants: elsewhere } }
  t.equal(await findDueGrant(asked, state, HERE), null)
  t.equal(reads, 0, 'more grants of another game or currency do not count here')
  state.known = { ...known!, entitlements: { ...holding(later), moreGrants } }
  t.equal(await findDueGrant(asked, state, HERE), later)
  t.equal(reads, 0, 'a held one is due first')
  state.known = { ...known!, entitlements: { ...known!.entitlements, moreGrants } }
  t.equal(await findDueGrant(asked, state, HERE), later)
  t.equal(reads, 1)
  state.known = { ...known!, entitlements: { ...holding(), moreGrants } }
  t.equal(await due(), later, 'a paid round shows it too')
  t.equal(reads, 2)
  state.known = null
  t.equal(await due(), later, 'nothing is held yet')
  t.equal(reads, 3)
})
