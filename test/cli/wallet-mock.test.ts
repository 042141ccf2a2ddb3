// `reelhouse wallet mock`: a wallet for a platform under development, from the command line.

import t from 'tap'
import { request } from 'undici'
import { createFaultPlan, parseFaultRule } from '../../src/cli/wallet/mock.ts'
import { FAULTS } from '../../src/wallet-kit/faults.ts'
import type { MockCall } from '../../src/wallet-kit/mock-wallet.ts'
import { openCommandLine, start } from '../support/start-reelhouse.ts'

const KEY = 'rk_the-key-of-the-mock'
const bet = (transaction: string, api_key = KEY) =>
  JSON.stringify({
    method: 'bet',
    api_key,
    player_id: 'ann\u001b[2J',
    session_id: 'session-secret',
    currency: 'EUR',
    game: 'g',
    timestamp: 1,
    amount: 2.5,
    meta: { transaction, round_id: 'r', time: 1 },
  })

t.test('it answers until Ctrl-C and prints each call on a line, never the key', async t => {
  const args = ['--port', '0', '--opening', '10.00', '--fault', 'http-404:win', '--seed', '7']
  const mock = start(['wallet', 'mock', ...args], { WALLET_KEY: KEY })
  t.teardown(() => mock.child.kill('SIGKILL'))
  const [url] = /http:\S+/.exec(await mock.firstLine)!
  const send = async (body: string) => {
    const answer = await request(`${url}/EUR`, { method: 'POST', body })
    return `${answer.statusCode} ${await answer.body.text()}`
  }
  const ok = '200 {"status":"ok","balance":7.50,"currency":"EUR"}'
  t.equal(await send(bet('bet-1')), ok)
  t.equal(await send(bet('bet-1')), ok)
  t.match(await send(bet('bet-2').replace('"bet"', '"win"')), /^404/)
  t.match(await send(bet('bet-3', 'rk_wrong')), /^401/)
  t.match(await send(bet('bet-1').replace('2.5', '2.4')), /INVALID_AMOUNT/)
  mock.child.kill('SIGINT')
  const { code, stdout, stderr } = await mock.ended
  t.equal(code, 0)
  const [, ...lines] = stdout.trimEnd().split('\n')
  t.match(lines, [
    /bet +ann\?\[2J EUR 2\.50 bet-1 -> ok 7\.50$/,
    /bet-1 \(2\. time\) -> ok 7\.50$/,
    /win +ann\?\[2J EUR 2\.50 bet-2 -> http-404 \(books: nothing\)$/,
    /an invalid call: UNAUTHORIZED$/,
    /bet-1 \(3\. time\) -> INVALID_AMOUNT$/,
  ])
  t.match(stderr, /2 transactions, 2 faults of the caller/)
  for (const secret of [KEY, 'rk_wrong', 'session-secret'])
    t.notOk((stdout + stderr).includes(secret))
})

t.test('mistakes in the options are reported at once, and the help lists every fault', async t => {
  const run = openCommandLine(t)
  const cases: [args: string[], stderr: RegExp][] = [
    [['--port', '70000'], /--port.*a port/],
    [['--opening', '10.001'], /--opening.*an amount/],
    [['--fault', 'melt'], /'melt' is invalid/],
    [['--fault', 'late:bets'], /'late:bets' is invalid/],
    [['--key-file', '/nowhere/key'], /ENOENT/],
  ]
  for (const [args, stderr] of cases) {
    const ended = await run(['wallet', 'mock', ...args])
    t.match(ended, { stdout: '', stderr }, args.join(' '))
    t.not(ended.code, 0)
  }
  const { code, stdout } = await run(['wallet', 'mock', '--help'])
  t.equal(code, 0)
  for (const name of Object.keys(FAULTS)) t.ok(stdout.includes(`  ${name} `), name)
  t.match(await run(['wallet', 'paint']), { code: 2, stderr: /^Unknown command 'paint'/ })
})

t.test('a rule of faults is name, method and rate', async t => {
  t.strictSame(parseFaultRule('late'), { fault: 'late', method: null, rate: 1 })
  t.strictSame(parseFaultRule('late:win'), { fault: 'late', method: 'win', rate: 1 })
  t.strictSame(parseFaultRule('late:0.25'), { fault: 'late', method: null, rate: 0.25 })
  t.strictSame(parseFaultRule('late:bet:.5'), { fault: 'late', method: 'bet', rate: 0.5 })
  for (const text of ['', 'toString', 'late:2', 'late:bet:-1', 'late:0.5:bet', 'late:bet:1:1']) {
    t.equal(parseFaultRule(text), null, text)
  }
})

t.test('the same seed and calls get the same faults, about as often as the rate says', async t => {
  const rules = ['late:bet:0.3', 'html:win:1'].map(text => parseFaultRule(text)!)
  const callOf = (method: string) => ({ callback: { method } }) as MockCall
  const run = (seed: string) => {
    const choose = createFaultPlan(rules, seed)
    return Array.from({ length: 1_000 }, () => choose(callOf('bet')))
  }
  t.strictSame(run('a'), run('a'))
  t.notSame(run('a'), run('b'))
  const hits = run('a').filter(fault => fault === 'late').length
  t.ok(hits > 230 && hits < 370, `${hits} of 1,000`)
  t.equal(createFaultPlan(rules, 'a')(callOf('win')), 'html')
  t.equal(createFaultPlan(rules, 'a')(callOf('refund')), null)
})
