// Every command of the list does its work once, at its smallest size. A command without a row here
// fails the first test.

import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from 'tap'
import t from 'tap'
import { COMMANDS } from '../../src/cli/commands.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { OTHER_CERTIFICATE, OTHER_KEY } from '../support/certificate.ts'
import { openStores } from '../support/real-stores.ts'
import { insertRow } from '../support/rows.ts'
import { openCommandLine, start, startBench } from '../support/start-reelhouse.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'
import { serveSettings } from './serve-settings.ts'

const { pool, databaseUrl, redisUrl, redisPrefix } = await openStores(t)
const settings = await serveSettings()
const port = settings.PORT
const env = {
  ...settings,
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  REDIS_PREFIX: redisPrefix,
  MASTER_KEY: randomBytes(32).toString('hex'),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PUBLIC_URL_WITHOUT_TLS: 'on',
}
const run = openCommandLine(t)
const folder = t.testdir({
  redis: `${env.REDIS_URL}\n`,
  database: env.DATABASE_URL,
  key: `${env.MASTER_KEY}\n`,
})
/** The same, with the secrets in files. */
const { REDIS_URL: _redis, DATABASE_URL: _database, MASTER_KEY: _key, ...others } = env
const envOfFiles = {
  ...others,
  REDIS_URL_FILE: path.join(folder, 'redis'),
  DATABASE_URL_FILE: path.join(folder, 'database'),
  MASTER_KEY_FILE: path.join(folder, 'key'),
}
const dataDir = path.join(folder, 'data')

/** Runs to the end; stdout must be one JSON line that matches. */
const prints = (args: string[], expected: unknown) => async (t: Test, name: string) => {
  const { code, stdout, stderr } = await run([...name.split(' '), ...args], env)
  t.equal(code, 0, stderr)
  t.equal(stdout.trimEnd().split('\n').length, 1, 'one line')
  t.match(JSON.parse(stdout), expected)
}

/** Runs until stopped; its first line must match. */
const runs =
  (
    args: string[],
    expected: RegExp,
    meanwhile: (line: string, t: Test) => unknown = () => {},
    { settings = env as Record<string, string>, warning = /(?:)/ } = {},
  ) =>
  async (t: Test, name: string) => {
    const running = start([...name.split(' '), ...args], settings)
    t.teardown(() => running.child.kill('SIGKILL'))
    const line = await running.firstLine
    t.match(line, expected)
    await meanwhile(line, t)
    running.child.kill('SIGINT')
    const { code, stderr } = await running.ended
    t.equal(code, 0, stderr)
    t.match(stderr, warning)
  }

/** Ends well; `check` tests its output or its files. */
const ends =
  (args: string[], check: (t: Test, ended: { stdout: string; stderr: string }) => void) =>
  async (t: Test, name: string) => {
    const { code, ...ended } = await run([...name.split(' '), ...args], env)
    t.equal(code, 0, ended.stderr)
    check(t, ended)
  }

const KEY = 'rk_of-the-smoke-test'
const ROUND = '019a8d3d-9f00-7a11-8c22-334455667799'
const SESSION = '019a8d3d-9f00-7a11-8c22-334455667788'
const callback = 'https://wallet.example.com'
const index = path.join(folder, 'outcomes.bin')

const MONTH = '2024-01'
const OLD_ROUND = '018cc251-f400-7000-8000-000000000001'
const ARCHIVE = path.join(folder, `rounds-${MONTH}-home.jsonl.gz`)

/** A copy of the played round, but of a month that is long over. */
async function storeOldRound(): Promise<void> {
  await letRoundsBeWritten(pool)
  await pool.query(`SELECT make_round_months($1::timestamptz, $1::timestamptz)`, [`${MONTH}-01`])
  await pool.query(
    `INSERT INTO round SELECT (jsonb_populate_record(r,
      jsonb_build_object('round_id', $1::text, 'sequence', 1000,
       'request_id', 'old', 'created_at', '2024-01-01T00:00:00Z', 'settled_at',
         '2024-01-01T00:00:01Z'))).*
     FROM round r WHERE state = 'settled' LIMIT 1`,
    [OLD_ROUND],
  )
  await pool.query('DELETE FROM report_aside WHERE round_id = $1', [OLD_ROUND])
  await pool.query(`INSERT INTO report_progress SELECT project_id, now() FROM project_here
    ON CONFLICT (project_id) DO UPDATE SET rolled_until = now()`)
}

/** In this order: later ones use the records of earlier ones. */
const ROWS: Record<string, (t: Test, name: string) => Promise<void>> = {
  migrate: prints(['--json'], { applied: [] }),
  'project create': prints(['acme', '--callback', callback, '--allow', '10.0.0.0/8', '--json'], {
    project_id: 'acme',
    api_key: /^rk_/,
  }),
  'project set': prints(['acme', '--language', 'de', '--json'], { default_language: 'de' }),
  'project show': prints(['acme', '--json'], { project_id: 'acme', default_language: 'de' }),
  'project rotate-key': prints(['acme', '--json'], { project_id: 'acme', api_key: /^rk_/ }),
  'session revoke': async (t, name) => {
    const player_key = await ensurePlayer(pool, 'acme', 'ann')
    await insertRow(pool, 'session', { session_id: SESSION, player_key })
    await prints(['acme', 'ann', '--json'], { revoked: [SESSION] })(t, name)
  },
  'player erase': async (t, name) => {
    await ensurePlayer(pool, 'acme', 'gone')
    const erased = { erased: /^erased-/, known: true, archives: [] }
    await prints(['acme', 'gone', '--confirm', 'gone', '--json'], erased)(t, name)
    const slip = await run([...name.split(' '), 'acme', 'gone', '--confirm', 'gnoe'], env)
    t.match(slip, { code: 2, stderr: /--confirm must repeat the id of the player/ })
  },
  'pause set': prints(['project:acme', '--reason', 'its wallet is repaired', '--json'], {
    pause: { what: 'project:acme', reason: 'its wallet is repaired', by: /^owner:/ },
    in_force: true,
    nodes: [],
  }),
  'pause list': prints(['--json'], { pauses: [{ what: 'project:acme' }], in_force: true }),
  'pause lift': prints(['project:acme', '--json'], {
    lifted: { what: 'project:acme' },
    in_force: true,
  }),
  'rounds set-aside': async (t, name) => {
    await insertRow(pool, 'round', {
      round_id: ROUND,
      session_id: SESSION,
      project_id: 'acme',
      request_id: 'r',
      player_key: await ensurePlayer(pool, 'acme', 'ann'),
      state: 'reconciliation_required',
      failure: 'error: broken',
      failures: 3,
    })
    await prints(['--project', 'acme', '--json'], {
      rounds: [{ round_id: ROUND, failure: 'error: broken' }],
    })(t, name)
  },
  'admin create': prints(['ann', '--role', 'owner', '--json'], {
    name: 'ann',
    role: 'owner',
    link: /\/admin\/link#[\w-]{43}$/,
  }),
  'admin reset': prints(['ann', '--json'], { name: 'ann', link: /\/admin\/link#[\w-]{43}$/ }),
  'admin list': prints(['--json'], { accounts: [{ name: 'ann', hasPassword: false }] }),
  'lanes set': prints(['2', '--json'], { done: true, nodes: [] }),
  'node set': prints(['log-level', 'info', '--json'], { done: true, nodes: [] }),
  'node show': prints(['--json'], {
    nodes: [],
    set: [
      { node: '*', name: 'lanes', value: '2' },
      { node: '*', name: 'log-level', value: 'info' },
    ],
  }),
  'node unset': async (t, name) => {
    await prints(['lanes', '--json'], { done: true, nodes: [] })(t, name)
    await prints(['log-level', '--json'], { done: true, nodes: [] })(t, name)
  },
  'rounds stuck': async (t, name) => {
    const options = ['--older-than', '0', '--project', 'acme']
    await prints([...options, '--json'], {
      rounds: [{ round_id: ROUND, owes: ['owner'], own_failure: 'error: broken' }],
      next: null,
    })(t, name)
    await ends(options, (t, { stdout }) =>
      t.match(stdout, /^round .*\n.*acme +ann .*owner .*set aside: error: broken\n$/),
    )(t, name)
  },
  'rounds show': async (t, name) => {
    await prints([ROUND, '--json'], {
      round_id: ROUND,
      operations: [{ operation: 'bet', transaction: `bet-${ROUND}`, status: 'confirmed' }],
    })(t, name)
    await ends([ROUND], (t, { stdout }) =>
      t.match(stdout, /Owed: owner. Why: set aside: error: broken\n.*\nKept are /),
    )(t, name)
  },
  'rounds push': async (t, name) => {
    const { code, stderr } = await run([...name.split(' '), ROUND], env)
    t.equal(code, 1)
    t.match(stderr, /set aside .*"rounds put-back"/)
  },
  'rounds put-back': async (t, name) => {
    await prints([ROUND, '--json'], { round_id: ROUND, state: 'in_progress' })(t, name)
  },
  'rounds orphaned': async (t, name) => {
    await pool.query(`UPDATE unfinished_round SET state = 'reconciliation_required'`)
    await pool.query(
      `INSERT INTO orphaned_round SELECT round_id, 'won', current_origin(), now() FROM round`,
    )
    const rounds = [{ round_id: ROUND, known: 'won' }]
    await prints(['--project', 'acme', '--json'], { rounds })(t, name)
  },
  'rounds refund-orphan': async (t, name) => {
    await prints(['--all', '--project', 'acme', '--json'], { refunds_planned: [] })(t, name)
    const refused = await run([...name.split(' '), ROUND], env)
    t.match(refused, { code: 1, stderr: /win may have been paid/ })
    await prints([ROUND, '--no-win-paid', '--json'], { refunds_planned: [ROUND] })(t, name)
    await pool.query('DELETE FROM round')
  },
  'keys reveal': prints(['acme', '--json'], { project_id: 'acme', api_key: /^rk_/ }),
  'keys signing': prints(['acme', 'start', '--json'], { signing_key: /^rs_/, keys: 1 }),
  'keys client-certificate': async (t, name) => {
    const certificate = path.join(folder, 'client.pem')
    const key = path.join(folder, 'client.key')
    writeFileSync(certificate, OTHER_CERTIFICATE)
    writeFileSync(key, OTHER_KEY)
    const args = ['acme', '--certificate', certificate, '--key', key, '--json']
    const shown = { subject: 'CN=reelhouse client, O=Test operator' }
    await prints(args, { project_id: 'acme', certificate: shown })(t, name)
    await prints(['acme', '--remove', '--json'], { certificate: null })(t, name)
    const both = await run([...name.split(' '), ...args, '--remove'], env)
    t.match(both, { code: 2, stderr: /Give --certificate and --key, or --remove/ })
  },
  'keys rotate-master': prints(['--json'], { resealed: 0 }),
  'audit show': prints(['--subject', 'acme', '--action', 'key.rotated', '--json'], {
    records: [{ actor: /^owner:/, subject: 'acme', action: 'key.rotated' }],
  }),
  'audit verify': prints(['--json'], { whole: true, head: /^[0-9]+:[0-9a-f]{64}$/ }),
  serve: runs(
    ['--json'],
    /^\{"ready":true/,
    async (_, t) => t.equal((await fetch(`${env.PUBLIC_URL}/health`)).status, 200),
    { settings: envOfFiles, warning: /WARNING: Postgres has no synchronous standby/ },
  ),
  up: runs(['--port', port, '--data-dir', dataDir, '--json'], /"ready":true/, async (_, t) => {
    t.equal((await fetch(`${env.PUBLIC_URL}/`)).status, 200)
    const stream = ['stream', '--sessions', '1', '--spins', '1', '--data-dir', dataDir]
    const played = await startBench([...stream, '--json'], env).ended
    t.equal(played.code, 0, played.stderr)
  }),
  replay: async (t, name) => {
    const { rows } = await pool.query<{ round_id: string }>('SELECT round_id FROM round')
    const [{ round_id }] = rows as [(typeof rows)[number]]
    await prints([round_id, '--json'], { round_id, matches: true })(t, name)
  },
  'ledger archive': async (t, name) => {
    await storeOldRound()
    await prints([MONTH, '--to', folder, '--drop', '--json'], {
      month: MONTH,
      files: [{ database: 'home', rounds: 1, dropped: true, late: 0, file: ARCHIVE }],
    })(t, name)
    const gone = await run(['replay', OLD_ROUND], env)
    t.match(gone, { code: 1, stderr: new RegExp(`${MONTH} is archived in ${ARCHIVE}`) })
    const replayed = await run(['replay', OLD_ROUND, '--archive', ARCHIVE, '--json'], {})
    t.match(JSON.parse(replayed.stdout), { round_id: OLD_ROUND, matches: true })
  },
  'ledger months': async (t, name) => {
    const { stdout } = await run([...name.split(' '), '--json'], env)
    const { months } = JSON.parse(stdout) as { months: { month: string }[] }
    const found = months.find(({ month }) => month === MONTH)
    t.match(found, { database: 'home', bytes: null, file: ARCHIVE, rounds_in_file: 1 })
  },
  'ledger read': prints([ARCHIVE, '--round', OLD_ROUND], { roundId: OLD_ROUND, state: 'settled' }),
  'places list': prints(['--json'], {
    places: [{ place: 'home', shards: '0-1023', server: null, move: null }],
  }),
  'places move': async (t, name) => {
    const { code, stderr } = await run([...name.split(' '), 'home', '--to', 'big'], env)
    t.equal(code, 1)
    t.match(stderr, 'There is no server big: DATABASE_SERVERS has home.')
  },
  'places drop': async (t, name) => {
    const { code, stderr } = await run([...name.split(' '), 'home'], env)
    t.equal(code, 1)
    t.match(stderr, 'home was never moved or split.')
  },
  'places split': async (t, name) => {
    const { code, stderr } = await run([...name.split(' '), 'home', '--into', '1'], env)
    t.equal(code, 1)
    t.match(stderr, 'Split it into 2 to 32 parts, each with a shard.')
  },
  'wallet mock': runs(['--port', '0', '--key', KEY], /^Mock wallet/),
  'wallet check': async (t, name) => {
    const wallet = await startMockWallet({ apiKey: KEY })
    t.teardown(wallet.close)
    const args = [wallet.url, '--allow-loopback', '--key', KEY, '--memory-seconds', '0']
    await ends(args, (t, { stdout }) => t.match(stdout, /\d+ passed/))(t, name)
  },
  simulate: prints(['lucky-lanterns', '--rounds', '1000', '--threads', '1', '--json'], {
    game: 'lucky-lanterns',
    rounds: 1_000,
  }),
  draw: prints(['lucky-lanterns', '--seed', 'smoke', '--json'], { game: 'lucky-lanterns' }),
  par: ends(['cherry-classic', '--sample', '1k', '--threads', '1', '--out', folder], t => {
    const sheet = readFileSync(path.join(folder, 'cherry-classic.json'), 'utf8')
    t.equal(JSON.parse(sheet).game, 'cherry-classic')
  }),
  'outcomes index': ends(
    ['cherry-classic', '--rounds', '1k', '--threads', '1', '--out', index],
    t => t.ok(readFileSync(index).length > 0),
  ),
  'outcomes table': ends(
    ['lucky-lanterns', '--kind', 'spin', '--most', '1', '--threads', '1', '--json'],
    (t, { stdout }) => {
      const rows = stdout.trimEnd().split('\n')
      for (const row of rows) t.match(JSON.parse(row), { game: 'lucky-lanterns', status: 'ready' })
    },
  ),
  rng: ends(['--raw', '--bytes', '64'], (t, { stdout }) => t.ok(stdout.length > 0)),
}

t.test('every command has a row', async t => {
  const names = Object.entries(COMMANDS).flatMap(([name, entry]) =>
    'commands' in entry ? Object.keys(entry.commands).map(word => `${name} ${word}`) : [name],
  )
  t.strictSame(Object.keys(ROWS).sort(), names.sort())
})

for (const [name, row] of Object.entries(ROWS)) t.test(name, t => row(t, name))
