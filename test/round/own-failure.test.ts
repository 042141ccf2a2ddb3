// Failures for a reason of our own: those that would only repeat.

import t from 'tap'
import { kindOfFailure } from '../../src/round/own-failure.ts'

const named = (name: string, message: string, code?: string) =>
  Object.assign(new Error(message), { name }, code === undefined ? {} : { code })

t.test('a mistake in the code and a value that no column accepts are our failures', async t => {
  const kinds: [unknown, string][] = [
    [new RangeError('out of range'), 'RangeError: out of range'],
    [new TypeError('x is not a function'), 'TypeError: x is not a function'],
    [named('IllegalMove', 'saved is not legal'), 'IllegalMove: saved is not legal'],
    [named('error', 'too large', '22003'), 'SQLSTATE 22003: too large'],
    [named('PostgresError', 'violates', '23514'), 'SQLSTATE 23514: violates'],
    [
      named('ReplyError', 'ERR value is out of range script: on @user_script:12.'),
      'Redis: ERR value is out of range script: on @user_script:#.',
    ],
  ]
  for (const [error, kind] of kinds) t.equal(kindOfFailure(error), kind)
})

t.test('a store that is down is not our failure', async t => {
  const others = [
    new Error('Connection terminated unexpectedly'),
    named('Error', 'connect ECONNREFUSED', 'ECONNREFUSED'),
    named('LedgerSilent', 'the ledger did not answer'),
    named('DriverConflict', 'moved by others'),
    named('error', 'deadlock detected', '40P01'),
    named('error', 'terminating connection', '57P01'),
    named('ReplyError', 'LOADING Redis is loading'),
    named('ReplyError', 'OOM command not allowed. script: on @user_script:3.'),
    named('ReplyError', 'READONLY You cannot write. script: on @user_script:3.'),
    'a text',
    null,
  ]
  for (const error of others) t.equal(kindOfFailure(error), null, String(error))
})

t.test('failures of one kind are equal whatever their ids and amounts', async t => {
  const of = (id: string, amount: string) =>
    kindOfFailure(new RangeError(`round ${id}: ${amount} minor units is out of range`))
  const [one, other] = [
    '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b',
    '0190a8e2-0000-7000-8000-000000000001',
  ]
  t.equal(of(one, '1000'), of(other, '999'))
  t.ok(kindOfFailure(new RangeError('x'.repeat(900)))!.length <= 200)
})
