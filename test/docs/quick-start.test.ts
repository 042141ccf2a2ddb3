// Played by npm run prove: it starts a whole platform.
//
// Every block of docs/quick-start.md runs, in order, as a reader runs it: the platform, a project,
// a wallet, its check, the launch in three languages, free spins and a report; then what a reader
// does who has an address and a key alone, from an empty folder, with what the node serves. What
// differs are the ports, the data folder, and how the built program is found.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
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
const hostedPort = await holdPort()
const emptyDir = path.join(t.testdir({ empty: {} }), 'empty')
const dataDir = path.join(path.dirname(emptyDir), 'data')
let apiKey = ''

/** `npx reelhouse` of the built checkout, on the data of this test. */
const NPX = `npx() {
  case "$*" in *"$REELHOUSE"*) command npx "$@"; return;; esac
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
  REELHOUSE: `http://127.0.0.1:${port}`,
  PROJECT: 'casino',
  API_KEY: apiKey,
})

/** As a reader would change it whose ports are taken. */
const onPorts = ({ text }: Block) =>
  text
    .replaceAll(':8080/', `:${port}/`)
    .replaceAll(`:8080'`, `:${port}'`)
    .replaceAll('4000', String(walletPort))
    .replaceAll('4100', String(hostedPort))

/** Language of a block -> the program that reads it from its standard input. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', '-s'],
  js: [process.execPath, '--input-type=module', '-'],
  python: ['python3', '-'],
}

function run(block: Block, cwd = PROJECT_ROOT): string {
  const [program = '', ...args] = RUNNERS[block.language]!
  const input = `${block.language === 'bash' ? NPX : ''}${onPorts(block)}\n`
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
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

/** A node serves packages and wallets with its site, which a checkout has once it was built. */
const SITE = path.join(PROJECT_ROOT, 'scripts', 'docs-site', 'build.mjs')
execFileSync(process.execPath, [SITE], { cwd: PROJECT_ROOT, stdio: 'pipe' })

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
  await untilAnswers(walletPort)
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

  t.match(take('export REELHOUSE').text, /REELHOUSE=.+ PROJECT=casino API_KEY=rk_…$/)
  const { project } = JSON.parse(run(take('project_get'), emptyDir))
  t.match(project, { project_id: 'casino', wallet_url: /wallet$/, final_refusals: false })
  t.equal(run(take('docs/examples/wallet.mjs'), emptyDir), '')
  const hosted = startWallet(take('node wallet.mjs'), emptyDir)
  t.teardown(() => end(hosted))
  await untilAnswers(hostedPort)
  t.match(run(take('docs/packages'), emptyDir), 'The wallet keeps the contract')
  t.match(JSON.parse(run(take('"$REELHOUSE/playGame.do"'), emptyDir)), { link: /#token=/ })

  t.strictSame(
    blocks.filter(block => !ran.has(block)).map(({ line }) => line),
    [],
    'no block is left out',
  )
})

/** Leads a group of processes, because the block's program is a child of the shell. */
function startWallet(block: Block, cwd = PROJECT_ROOT): ChildProcess {
  return spawn('bash', ['-c', onPorts(block)], {
    cwd,
    env: environment(),
    stdio: 'ignore',
    detached: true,
  })
}

const untilAnswers = (at: number) =>
  until('the wallet answers', () =>
    fetch(`http://127.0.0.1:${at}/wallet/EUR`, { method: 'POST', body: '{}' }).then(
      ({ status }) => status === 401,
      () => false,
    ),
  )

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}
