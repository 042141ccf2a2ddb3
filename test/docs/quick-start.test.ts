// Played by npm run prove: it starts a whole platform.
//
// Every block of docs/quick-start.md runs, in order, as a reader runs it: the platform, a project,
// a wallet, its check, the launch in three languages, free spins and a report. What differs are
// the ports, the data folder, and how the built program is found.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { holdPort } from '../support/held-port.ts'
import { type Block, blocksOf } from '../support/markdown.ts'
import { BET } from '../support/operator-setup.ts'
import { connectPlayer } from '../support/play-client.ts'
import { start } from '../support/start-reelhouse.ts'
import { until } from '../support/until.ts'

const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'quick-start.md'), 'utf8')
const blocks = blocksOf(page)
const PROGRAM = path.join(import.meta.dirname, '..', 'support', 'reelhouse.js')

const port = await holdPort()
const walletPort = await holdPort()
const dataDir = path.join(t.testdir(), 'data')
let apiKey = ''

/** `npx reelhouse` of the built checkout, on the data of this test. */
const NPX = `npx() {
  shift
  if [ "$1" = project ]; then set -- "$@" --data-dir "$DATA_DIR"; fi
  "$NODE" "$PROGRAM" "$@"
}
set -eu
`
const environment = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE: process.execPath,
  PROGRAM,
  DATA_DIR: dataDir,
  LANES: '1',
  API_KEY: apiKey,
})

/** As a reader would change it whose ports are taken. */
const onPorts = ({ text }: Block) =>
  text
    .replaceAll(':8080/', `:${port}/`)
    .replaceAll(`:8080'`, `:${port}'`)
    .replaceAll('4000', String(walletPort))

/** Language of a block -> the program that reads it from its standard input. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', '-s'],
  js: [process.execPath, '--input-type=module', '-'],
  python: ['python3', '-'],
}

function run(block: Block): string {
  const [program = '', ...args] = RUNNERS[block.language]!
  const input = `${block.language === 'bash' ? NPX : ''}${onPorts(block)}\n`
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    env: environment(),
    input,
  })
  if (status !== 0) throw new Error(`line ${block.line} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}

/** The blocks that this test has run, so that none is left out. */
const ran = new Set<Block>()
function take(text: string): Block {
  const found = blocks.filter(block => block.text.includes(text) && !ran.has(block))
  if (found.length === 0) throw new Error(`no block with ${text}`)
  ran.add(found[0]!)
  return found[0]!
}

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined
const missing = ['bash', 'curl', 'python3'].filter(isMissing)
const skip = missing.length > 0 && `not installed here: ${missing}`

t.test('every block of the quick start does what the page says', { skip }, async t => {
  t.equal(take('npm start').text, 'npm start')
  const { scripts } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
  t.match(scripts.start, /reelhouse\.mjs up$/)
  const up = start(['up', '--port', String(port), '--data-dir', dataDir, '--json'])
  t.teardown(async () => {
    up.child.kill('SIGINT')
    await up.ended
  })
  t.match(JSON.parse(await up.firstLine), { ready: true, base_url: `http://127.0.0.1:${port}` })

  const created = run(take('project create'))
  t.match(created, /^Project casino is created/)
  apiKey = /rk_[\w-]+/.exec(created)![0]
  t.equal(take('export API_KEY').text, 'export API_KEY=rk_…')

  const wallet = startWallet(take('examples/wallets/wallet.mjs'))
  t.teardown(() => end(wallet))
  await until('the wallet answers', () =>
    fetch(`http://127.0.0.1:${walletPort}/wallet/EUR`, { method: 'POST', body: '{}' }).then(
      ({ status }) => status === 401,
      () => false,
    ),
  )
  t.match(run(take('wallet check')), 'The wallet keeps the contract')

  const launched = JSON.parse(run(take('curl -s http://127.0.0.1:8080/playGame.do')))
  t.match(launched, { status: 'ok', link: /#token=/, meta: { mode: 'TEST_ONLY' } })
  t.match(run(take('await fetch(')), /^http:.*#token=/)
  const link = run(take('urllib.request')).trim()
  t.match(link, /#token=/)
  const client = await connectPlayer(t, `http://127.0.0.1:${port}`, link)
  t.match(await client.hello(), { type: 'welcome', balance: '1000.00' })
  await client.spin(BET)

  t.equal(run(take('createOperatorClient')), '5 free spins are due\n')
  const { rounds } = JSON.parse(run(take('report_rounds')))
  t.match(rounds, [{ player_id: 'ann' }])

  t.strictSame(
    blocks.filter(block => !ran.has(block)).map(({ line }) => line),
    [],
    'no block is left out',
  )
})

/** Leads a group of processes, because the block's program is a child of the shell. */
function startWallet(block: Block): ChildProcess {
  return spawn('bash', ['-c', onPorts(block)], {
    cwd: PROJECT_ROOT,
    env: environment(),
    stdio: 'ignore',
    detached: true,
  })
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}
