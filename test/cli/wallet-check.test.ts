// `reelhouse wallet check` as a command: its verdict is its exit code, its reports are valid, and
// the key is in none of its output.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { CHECKS } from '../../src/wallet-kit/check-run.ts'
import { startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { KEY, startBrokenWallet } from '../support/broken-wallets.ts'
import { pluck } from '../support/results.ts'
import { openCommandLine } from '../support/start-reelhouse.ts'
import { startWalletServer } from '../support/wallet-server.ts'

const run = openCommandLine(t)
const checkWallet = (args: string[], env: Record<string, string> = {}) =>
  run(['wallet', 'check', ...args], env)

/** Every tag is closed in order, and no text has an unescaped markup character. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  const body = xml.replace(/^<\?xml [^?]*\?>\n/, '')
  for (const [, end, name, attributes, empty] of body.matchAll(
    /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<>]*")*)\s*(\/?)>/g,
  )) {
    if (end === '/' && (attributes !== '' || open.pop() !== name)) return false
    if (end === '' && empty === '') open.push(name!)
  }
  const text = body.replace(/<\/?[a-z-]+(?:\s+[a-z]+="[^"<>]*")*\s*\/?>/g, '')
  const bare = /[<>]|&(?!(?:amp|lt|gt|quot|apos);)/
  return open.length === 0 && !bare.test(text) && /^<testsuites [\s\S]*<\/testsuites>\n$/.test(body)
}

t.test('a good wallet ends with 0, and both reports agree', async t => {
  const wallet = await startMockWallet({ apiKey: KEY })
  t.teardown(wallet.close)
  const dir = t.testdir({ key: `${KEY}\n` })
  const [junit, json, key] = ['junit.xml', 'run.json', 'key'].map(name => path.join(dir, name))
  const files = ['--key-file', key!, '--junit', junit!, '--json', json!, '--memory-seconds', '0']
  const player = ['--player', 'ann', '--currency', 'UAH']
  const ended = await checkWallet([wallet.url, '--allow-loopback', ...files, ...player])
  t.match(ended, { code: 0, stderr: '' })
  t.match(ended.stdout, /player ann in UAH \(TEST_ONLY\)\nIt moves money of this player/)
  for (const { name } of CHECKS) t.ok(ended.stdout.includes(`✓ ${name} `), name)
  const xml = readFileSync(junit!, 'utf8')
  t.ok(isWellFormed(xml))
  t.match(xml, `<testsuites tests="${CHECKS.length}" failures="0" errors="0" skipped="0"`)
  const run = JSON.parse(readFileSync(json!, 'utf8'))
  t.match(run, { mode: 'TEST_ONLY', passed: true, player_id: 'ann', currency: 'UAH' })
  t.strictSame(pluck(run.checks as typeof CHECKS, 'name'), pluck(CHECKS, 'name'))
})

t.test('a broken wallet ends with 1, and its echoed answer adds no key and no markup', async t => {
  const wallet = await startWalletServer((response, _, { body }) => {
    response.end(`<b class="x">\u0001 & ${body} ${KEY}</b>`)
  })
  t.teardown(wallet.close)
  const dir = t.testdir()
  const [junit, json] = ['junit.xml', 'run.json'].map(name => path.join(dir, name))
  const args = [wallet.url, '--allow-loopback', '--junit', junit!, '--json', json!]
  const ended = await checkWallet(args, { WALLET_KEY: KEY })
  t.equal(ended.code, 1)
  t.match(
    ended.stdout,
    /✗ session-info [\s\S]*sent +session_info\n +expected[\s\S]*got +HTTP 200, <b/,
  )
  t.match(ended.stdout, /- bet +.*\n +not made: it rests on session-info/)
  t.match(ended.stdout, /The wallet breaks the contract/)
  const [xml, text] = [junit!, json!].map(file => readFileSync(file, 'utf8'))
  t.ok(isWellFormed(xml!))
  t.match(JSON.parse(text!), {
    passed: false,
    checks: [
      {
        name: 'session-info',
        outcome: 'failed',
        failure: { contract: /wallet-guide\.md#the-answer/ },
      },
    ],
  })
  for (const written of [ended.stdout, ended.stderr, xml!, text!]) {
    t.notOk(written.includes(KEY))
    t.notOk(written.includes('\u0001'))
  }
})

t.test('a failure shows the request, the answer, the contract and the remedy', async t => {
  const url = await startBrokenWallet(t, ['wins are credited each time'], 0)
  const ended = await checkWallet([url, '--allow-loopback', '--key', KEY])
  t.equal(ended.code, 1)
  const [block] = /✗ win-repeated[\s\S]*?\n {2}[✓✗]/.exec(ended.stdout) ?? ['']
  t.match(block, /sent +bet of 1\.00 .bet-[0-9a-f-]+., then .*win of 2\.50 .win-[0-9a-f-]+., then/)
  t.match(block, /win-[0-9a-f-]+., then .*the same again/)
  t.match(block, /expected +balance .*, as after the first\n +got +balance /)
  t.match(block, /contract +docs\/wallet-guide\.md#repeats[\s\S]*mend +record meta\.transaction/)
})

t.test('advice does not fail a wallet', async t => {
  const url = await startBrokenWallet(t, ['any currency will do'], 0)
  const atOnce = ['--memory-seconds', '0']
  const ended = await checkWallet([url, '--allow-loopback', '--key', KEY, ...atOnce])
  t.match(ended, { code: 0, stdout: /! unknown-currency[\s\S]*advice +answer HTTP 400/ })
})

t.test('mistakes in the options are reported before anything is sent', async t => {
  const wallet = await startMockWallet()
  t.teardown(wallet.close)
  const cases: [args: string[], stderr: RegExp][] = [
    [[], /Missing required argument 'callback-url'/],
    [[wallet.url, '--key', KEY], /refused: only https/],
    [['https://192.168.0.1/w', '--key', KEY], /refused: only a public host, not private/],
    [[wallet.url, '--allow-loopback'], /The key is missing/],
    [[wallet.url, '--allow-loopback', '--key', KEY, '--currency', 'JPY'], /--currency.*one of/],
    [[wallet.url, '--allow-loopback', '--key', KEY, '--timeout', '0'], /--timeout.*whole number/],
    [[wallet.url, '--allow-loopback', '--key', KEY, '--player', ''], /--player.*1 to 128/],
    [[wallet.url, '--allow-loopback', '--key', KEY, '--memory-seconds', '1d'], /--memory-seconds/],
  ]
  for (const [args, stderr] of cases) {
    t.match(await checkWallet(args), { code: 2, stdout: '', stderr }, args.join(' '))
  }
  t.strictSame(wallet.accounts.operations(), [])
})
