// The wallets of examples/wallets keep the contract: each is held to every check of the kit, with
// signed calls, and forgets no bet when it is killed, except the one in memory. A language that is
// not installed is skipped, by name.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import t, { type Test } from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { signBody } from '../../src/wallet/signature.ts'
import { createCalls, createPlayerId, createSessionId } from '../../src/wallet-kit/check-calls.ts'
import { checkWallet } from '../../src/wallet-kit/check-run.ts'
import { holdPort } from '../support/held-port.ts'
import { onlyFullSize } from '../support/size.ts'
import { until } from '../support/until.ts'

const KEY = 'rk_example'
const SIGNING_KEY = 'rs_example'
const BLOCKED = 'blocked-player'
const FOLDER = path.join(PROJECT_ROOT, 'examples', 'wallets')

interface Language {
  name: string
  program: string
  /** Prints something and exits with 0 where the language can run the wallet. */
  probe: string[]
  command: (port: number) => string[]
  isDurable: boolean
  /** By npm run prove only: starting the language takes seconds of a core. */
  isProved?: true
}

const LANGUAGES: Language[] = [
  {
    name: 'Node',
    program: process.execPath,
    probe: ['--version'],
    command: () => [path.join(FOLDER, 'wallet.mjs')],
    isDurable: false,
  },
  {
    name: 'Python',
    program: 'python3',
    probe: ['-c', 'import sqlite3'],
    command: () => [path.join(FOLDER, 'wallet.py')],
    isDurable: true,
  },
  {
    name: 'PHP',
    program: 'php',
    probe: ['-r', 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);'],
    command: port => ['-S', `127.0.0.1:${port}`, path.join(FOLDER, 'wallet.php')],
    isDurable: true,
  },
  {
    name: 'Java',
    program: 'java',
    probe: ['--describe-module', 'jdk.compiler'],
    command: () => ['-XX:TieredStopAtLevel=1', path.join(FOLDER, 'Wallet.java')],
    isDurable: false,
    isProved: true,
  },
]

interface Place {
  port: number
  database: string
}

/** Starts the wallet and waits until it answers anything. */
async function start(t: Test, { program, command, name }: Language, { port, database }: Place) {
  const env = {
    ...process.env,
    WALLET_KEY: KEY,
    SIGNING_KEYS: `rs_old,${SIGNING_KEY}`,
    BLOCKED_PLAYERS: BLOCKED,
  }
  const child = spawn(program, command(port), {
    env: { ...env, PORT: String(port), DATABASE: database },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => {
    said = `${said}${chunk}`.slice(-2_000)
  })
  t.teardown(() => kill(child))
  const url = `http://127.0.0.1:${port}/wallet`
  await until(`the wallet in ${name} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`the wallet in ${name} ended: ${said}`)
    return fetch(`${url}/EUR`, { method: 'POST', body: '{}' }).then(
      ({ status }) => status === 401,
      () => false,
    )
  })
  return { child, url }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const obstacle = ({ name, program, probe }: Language) =>
  spawnSync(program, probe).status === 0 ? false : `${name} is not installed here: ${program}`

for (const language of LANGUAGES) {
  const { name, isDurable } = language
  const skip = (language.isProved && onlyFullSize.skip) || obstacle(language)
  t.test(`the wallet in ${name} passes every check of the kit`, { skip }, async t => {
    const place = { port: await holdPort(), database: path.join(t.testdir({}), 'wallet.sqlite') }
    const { child, url } = await start(t, language, place)
    const player = {
      playerId: createPlayerId(),
      sessionId: createSessionId(),
      currency: 'EUR',
      apiKey: KEY,
      gameId: 'lucky-lanterns',
    } as const
    const run = await checkWallet({
      ...player,
      callbackUrl: url,
      signingKey: SIGNING_KEY,
      blockedPlayerId: BLOCKED,
      allowLoopback: true,
      deadlineMs: 10_000,
      memoryMs: 0,
    })
    const wrong = run.results.filter(({ outcome }) => outcome !== 'passed')
    t.strictSame(wrong, [], 'every check passed, advice too')
    if (!isDurable) return

    const round = createCalls({ ...player, playerId: createPlayerId() }).round()
    const bet = round.bet(250n)
    const first = await send(url, bet.body)
    t.match(first, { status: 'ok', balance: 997.5 })
    await kill(child)
    const again = await start(t, language, place)
    t.strictSame(await send(again.url, bet.body), first, 'a bet is debited once, killed or not')
  })
}

async function send(url: string, body: string): Promise<unknown> {
  const signature = signBody([SIGNING_KEY], Math.floor(Date.now() / 1000), body)
  const headers = { 'x-reelhouse-signature': signature }
  const answer = await fetch(`${url}/EUR`, { method: 'POST', body, headers })
  return answer.json()
}
