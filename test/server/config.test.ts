import { randomBytes } from 'node:crypto'
import t from 'tap'
import { parseMasterKey, readConfig } from '../../src/server/config.ts'

const KEY = randomBytes(32)
const ENOUGH = {
  REDIS_URL: 'redis://:secret@127.0.0.1:6379',
  DATABASE_URL: 'postgres://reelhouse:secret@127.0.0.1:5432/reelhouse',
  MASTER_KEY: KEY.toString('hex'),
  PUBLIC_URL: 'https://games.example.com/',
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readConfig({ ...ENOUGH, ...env })
  return result.ok ? [] : result.problems
}

t.test('the needed variables are enough', async t => {
  const result = readConfig(ENOUGH)
  if (!result.ok) throw new Error(result.problems.join())
  const { config } = result
  t.match(config, {
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://games.example.com',
    redisPrefix: 'rh:',
    allowLoopbackWallets: false,
    betCancel: { afterMs: 600_000, attempts: 600 },
    trustedProxies: [],
    logLevel: 'info',
    builtInWalletUrl: 'https://games.example.com',
  })
  t.ok(config.masterKey.equals(KEY))
  t.ok(config.lanes >= 1)
  t.ok(Object.isFrozen(config))
})

t.test('everything missing is told at once, a line each', async t => {
  const result = readConfig({})
  t.same(result.ok ? [] : result.problems.map(line => line.split(' ')[0]), [
    'REDIS_URL',
    'DATABASE_URL',
    'MASTER_KEY',
    'PUBLIC_URL',
  ])
})

t.test('a broken value is one line that names it and repeats no secret', async t => {
  const broken = {
    REDIS_URL: 'http://127.0.0.1',
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    MASTER_KEY: 'hunter2',
    PUBLIC_URL: 'games.example.com',
    HOST: 'a b',
    PORT: '70000',
    LANES: '0',
    BET_CANCEL_AFTER_S: '0',
    BET_CANCEL_ATTEMPTS: '1.5',
    TRUSTED_PROXIES: '10.0.0.0/8,proxy',
    LOG_LEVEL: 'loud',
    REDIS_PREFIX: '{x}',
    BUILT_IN_WALLET_URL: 'ftp://x',
  }
  for (const [name, value] of Object.entries(broken)) {
    const problems = problemsOf({ [name]: value })
    t.equal(problems.length, 1, name)
    t.match(problems[0], new RegExp(`^${name} is not valid: .+\\.$`))
    t.notMatch(problems[0], /hunter2|\n/)
  }
})

t.test('settings are read', async t => {
  const result = readConfig({
    ...ENOUGH,
    PORT: '9000',
    LANES: '3',
    BET_CANCEL_AFTER_S: '30',
    BET_CANCEL_ATTEMPTS: '20',
    TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
    LOG_LEVEL: 'warn',
  })
  t.match(result, {
    ok: true,
    config: {
      port: 9000,
      lanes: 3,
      betCancel: { afterMs: 30_000, attempts: 20 },
      trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
      logLevel: 'warn',
    },
  })
})

t.test('no variable allows wallets on loopback or leaves TEST_ONLY', async t => {
  const result = readConfig({ ...ENOUGH, ALLOW_LOOPBACK_WALLETS: 'true', MODE: 'LIVE' })
  t.match(result, { ok: true, config: { allowLoopbackWallets: false } })
  t.notOk(result.ok && 'mode' in result.config)
})

t.test('a master key is 32 bytes as hex, base64 or base64url', async t => {
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    t.ok(parseMasterKey(KEY.toString(encoding))?.equals(KEY), encoding)
  }
  for (const text of ['', 'x', KEY.toString('hex').slice(1), randomBytes(33).toString('base64')]) {
    t.equal(parseMasterKey(text), null)
  }
})
