// How many requests of the panel one account, one address and all of them may have in flight.

import t from 'tap'
import { createTurns, type Turn } from '../../src/admin/turns.ts'
import {
  ADMIN_REQUESTS_AT_ONCE,
  ADMIN_REQUESTS_PER_CALLER,
  ADMIN_STREAMS_PER_ACCOUNT,
} from '../../src/limits/admin.ts'

/** Starts as many as possible, at most one more than the bound of all. */
function beginAll(begin: (number: number) => Turn | null): Turn[] {
  const begun: Turn[] = []
  for (let number = 0; number <= ADMIN_REQUESTS_AT_ONCE; number++) {
    const turn = begin(number)
    if (turn !== null) begun.push(turn)
  }
  return begun
}

t.test('no address has all requests, and all addresses together have no more', async t => {
  const turns = createTurns()
  const ofOne = beginAll(() => turns.begin('10.0.0.1'))
  t.equal(ofOne.length, ADMIN_REQUESTS_PER_CALLER)
  const ofOthers = beginAll(number => turns.begin(`10.0.1.${number}`))
  t.equal(ofOne.length + ofOthers.length, ADMIN_REQUESTS_AT_ONCE)
  t.equal(turns.begin('10.0.2.1'), null)
  ofOne[0]!.end()
  t.equal(ofOne[0]!.admit(null, false), false, 'a request that is over takes no slot again')
  t.ok(turns.begin('10.0.2.1'))
})

t.test('no account has all requests, from however many addresses', async t => {
  const turns = createTurns()
  const admitted = beginAll(number => turns.begin(`10.0.1.${number}`)).filter(turn => {
    const isAdmitted = turn.admit('olga', false)
    if (!isAdmitted) turn.end()
    return isAdmitted
  })
  t.equal(admitted.length, ADMIN_REQUESTS_PER_CALLER)
  t.ok(turns.begin('10.0.0.1')?.admit('viktor', false))
})

t.test('an account with the maximum of streams can still act', async t => {
  const turns = createTurns()
  for (let time = 0; time < ADMIN_STREAMS_PER_ACCOUNT; time++) {
    t.ok(turns.begin('10.0.0.1')?.admit('olga', true))
  }
  t.equal(turns.begin('10.0.0.1')?.admit('olga', true), false)
  t.ok(turns.begin('10.0.0.1')?.admit('olga', false))
})
