import { randomBytes } from 'node:crypto'
import path from 'node:path'
import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { type Config, readConfig } from '../../src/server/settings/config.ts'
import { playOrigins } from '../../src/server/settings/listening.ts'
import { parseMasterKey } from '../../src/server/settings/master-keys.ts'
import { CERTIFICATE } from '../support/certificate.ts'

const KEY = randomBytes(32)
const ENOUGH = {
  REDIS_URL: 'redis://:secret@127.0.0.1:6379',
  DATABASE_URL: 'postgres://reelhouse:secret@127.0.0.1:5432/reelhouse',
  MASTER_KEY: KEY.toString('hex'),
  PUBLIC_URL: 'https://games.example.com/',
}

/** One setting, or the problems. */
function settingOf<Name extends keyof Config>(
  name: Name,
  env: Record<string, string>,
): Config[Name] | string[] {
  const result = readConfig(env)
  return result.ok ? result.config[name] : result.problems
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readConfig({ ...ENOUGH, ...env })
  return result.ok ? [] : result.problems
}

t.test('the required variables are enough', async t => {
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
    retention: {
      sessionsMs: 30 * DAY_MS,
      answersMs: DAY_MS,
      notificationsMs: DAY_MS,
      guestsMs: 30 * DAY_MS,
      callbacksMs: 7 * DAY_MS,
    },
    trustedProxies: [],
    logLevel: 'info',
    proxyProtocol: false,
    allowedOrigins: [],
    internalHost: '127.0.0.1',
    internalPort: 9090,
    probesHost: '127.0.0.1',
    probesPort: 9190,
    metricsToken: null,
    demo: false,
  })
  t.ok(config.masterKey.equals(KEY))
  t.ok(config.lanes >= 1)
  t.ok(Object.isFrozen(config))
})

t.test('Postgres is a server, or a pooler with the server’s own address', async t => {
  const DATABASE_URL = 'postgres://reelhouse:secret@127.0.0.1:6432/reelhouse'
  const directUrl = ENOUGH.DATABASE_URL
  const addressOf = (env: Record<string, string>) =>
    settingOf('databaseUrl', { ...ENOUGH, DATABASE_URL, ...env })
  t.equal(addressOf({}), DATABASE_URL)
  const pooled = { poolerUrl: DATABASE_URL, directUrl }
  t.strictSame(addressOf({ DATABASE_DIRECT_URL: directUrl }), { ...pooled, prepares: false })
  t.strictSame(addressOf({ DATABASE_DIRECT_URL: directUrl, DATABASE_POOLER_PREPARES: 'on' }), {
    ...pooled,
    prepares: true,
  })
  t.match(addressOf({ DATABASE_POOLER_PREPARES: 'on' }), [/without DATABASE_DIRECT_URL/])
  const broken = addressOf({ DATABASE_DIRECT_URL: 'mysql://:secret@127.0.0.1/x' })
  t.match(broken, [/^DATABASE_DIRECT_URL is not valid/])
  t.notMatch(JSON.stringify(broken), /secret/)
})

const shardsOf = (env: Record<string, string>) => settingOf('databaseShards', { ...ENOUGH, ...env })

t.test('players are in the databases that carry their shards, each shard once', async t => {
  const other = 'postgres://user:secret@10.0.0.2/reelhouse'
  t.strictSame(shardsOf({}), [])
  const halves = [
    { first: 0, last: 511, address: null },
    { first: 512, last: 1023, address: other },
  ]
  t.strictSame(shardsOf({ DATABASE_SHARDS: `0-511=home,512-1023=${other}` }), halves)
  t.strictSame(shardsOf({ DATABASE_SHARDS: `512-1023=${other}, 0-511=home` }), halves.toReversed())
  t.strictSame(
    shardsOf({ DATABASE_SHARDS: `0-511=${ENOUGH.DATABASE_URL},512-1023=${other}` }),
    halves,
    'the home database by its address',
  )
  const broken = [
    [`0-511=home,513-1023=${other}`, /^DATABASE_SHARDS: no database is given for 512\.$/],
    [`0-511=home,511-1023=${other}`, /^DATABASE_SHARDS: 511 is given twice\.$/],
    [`0-511=home,512-1024=${other}`, /^DATABASE_SHARDS is not valid: give shards/],
    ['0-511=home,512-1023=redis://:secret@10.0.0.2', /^DATABASE_SHARDS is not valid/],
    ['home', /^DATABASE_SHARDS is not valid/],
  ] as const
  for (const [DATABASE_SHARDS, problem] of broken) {
    t.match(shardsOf({ DATABASE_SHARDS }), [problem], DATABASE_SHARDS)
    t.notMatch(JSON.stringify(shardsOf({ DATABASE_SHARDS })), /secret/)
  }
})

t.test('a place may have a schema, if its connections keep it', async t => {
  const east = (url: string) => `${url}?options=-csearch_path%3Deast`
  const other = 'postgres://user:secret@10.0.0.2/reelhouse'
  t.strictSame(shardsOf({ DATABASE_SHARDS: `0-511=home#east,512-1023=${other}#east` }), [
    { first: 0, last: 511, address: east(ENOUGH.DATABASE_URL) },
    { first: 512, last: 1023, address: east(other) },
  ])
  const pooled = { DATABASE_DIRECT_URL: 'postgres://10.0.0.1/reelhouse' }
  const refused = shardsOf({ ...pooled, DATABASE_SHARDS: '0-511=home,512-1023=home#east' })
  t.match(refused, [/a place in a schema is reached directly/])
  t.match(shardsOf({ DATABASE_SHARDS: '0-1023=home#East' }), [/^DATABASE_SHARDS is not valid/])
})

const OTHER_URL = 'postgres://user:secret@10.0.0.2:5432/reelhouse'

t.test('servers that places can be moved to have names', async t => {
  const serversOf = (text: string) =>
    settingOf('databaseServers', { ...ENOUGH, DATABASE_SERVERS: text })
  t.strictSame(settingOf('databaseServers', ENOUGH), {})
  t.strictSame(serversOf(`big=${OTHER_URL}, b-2=${OTHER_URL}`), {
    big: OTHER_URL,
    'b-2': OTHER_URL,
  })
  for (const text of [`home=${OTHER_URL}`, `big=${OTHER_URL},big=${OTHER_URL}`, 'big', OTHER_URL]) {
    t.match(serversOf(text), [/^DATABASE_SERVERS is not valid: give names and direct addresses/])
    t.notMatch(JSON.stringify(serversOf(text)), /secret/)
  }
})

t.test('each database behind a pooler also has its direct address', async t => {
  const [poolerUrl, directUrl] = ['postgres://pooler/other', 'postgres://10.0.0.2/other']
  const DATABASE_DIRECT_URL = 'postgres://10.0.0.1/reelhouse'
  const DATABASE_SHARDS = `0-511=home,512-1023=${poolerUrl}`
  const DATABASE_SHARDS_DIRECT = `512-1023=${directUrl}`
  t.strictSame(shardsOf({ DATABASE_DIRECT_URL, DATABASE_SHARDS, DATABASE_SHARDS_DIRECT }), [
    { first: 0, last: 511, address: null },
    { first: 512, last: 1023, address: { poolerUrl, directUrl, prepares: false } },
  ])
  const needed = [/DATABASE_SHARDS_DIRECT must give the address of Postgres itself/]
  t.match(shardsOf({ DATABASE_DIRECT_URL, DATABASE_SHARDS }), needed)
  t.match(shardsOf({ DATABASE_SHARDS, DATABASE_SHARDS_DIRECT }), needed)
})

t.test('Redis is one server, a master that Sentinels watch, or a cluster', async t => {
  const { REDIS_URL, ...others } = ENOUGH
  const redisOf = (env: Record<string, string>) => settingOf('redis', { ...others, ...env })
  t.equal(redisOf({ REDIS_URL }), REDIS_URL)
  t.strictSame(
    redisOf({ REDIS_CLUSTER: '10.0.0.1:6379, [fd00::1]:6380', REDIS_PASSWORD: 'secret' }),
    {
      kind: 'cluster',
      nodes: [
        { host: '10.0.0.1', port: 6379 },
        { host: 'fd00::1', port: 6380 },
      ],
      username: null,
      password: 'secret',
      tls: false,
      certificateAuthority: null,
    },
  )
  const sentinels = { REDIS_SENTINELS: 'one:26379,two:26379', REDIS_SENTINEL_NAME: 'reels' }
  t.match(redisOf({ ...sentinels, REDIS_TLS: 'on' }), {
    kind: 'sentinel',
    sentinels: [{ host: 'one' }, { host: 'two' }],
    name: 'reels',
    tls: true,
    sentinelTls: false,
  })
  t.match(redisOf({ ...sentinels, REDIS_SENTINEL_TLS: 'on' }), { sentinelTls: true, tls: false })
  t.match(redisOf({}), [/^REDIS_URL is not set: .*REDIS_SENTINELS or REDIS_CLUSTER/])
  t.match(redisOf({ REDIS_URL, REDIS_CLUSTER: 'one:1' }), [/^REDIS_URL and REDIS_CLUSTER are set/])
  t.match(redisOf({ REDIS_SENTINELS: 'one:26379' }), [/^REDIS_SENTINEL_NAME is not set/])
  for (const broken of ['one', 'one:x', 'redis://one:1', 'user@one:1', 'one:1,', '']) {
    t.match(redisOf({ REDIS_CLUSTER: broken }), [/^REDIS_CLUSTER is not valid/], broken)
  }
})

t.test('a misspelt setting is reported with the setting that is meant', async t => {
  const slips = {
    LOG_LEVL: 'LOG_LEVEL',
    PULBIC_URL: 'PUBLIC_URL',
    BET_CANCEL_AFTERS: 'BET_CANCEL_AFTER_S',
    TRUSTED_PROXY: null,
    HTTPS_PROXY: null,
    HOSTNAME: null,
    REDIS_HOST: null,
    REDIS_PORT: null,
    PATH: null,
    LANG: null,
  }
  for (const [name, meant] of Object.entries(slips)) {
    const reported = meant === null ? [] : [`${name} is no setting: did you mean ${meant}?`]
    t.strictSame(problemsOf({ [name]: 'x' }), reported, name)
  }
})

t.test('all missing variables are reported at once, one a line', async t => {
  const result = readConfig({})
  t.same(result.ok ? [] : result.problems.map(line => line.split(' ')[0]), Object.keys(ENOUGH))
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
    PROXY_PROTOCOL: 'yes',
    ALLOWED_ORIGINS: 'https://casino.example.com/path',
    INTERNAL_HOST: 'a b',
    INTERNAL_PORT: '0',
    PROBES_HOST: 'a b',
    PROBES_PORT: '65536',
    ADMIN_URL: 'http://admin.example.com',
    METRICS_TOKEN: 'hunter2',
    DEMO: '1',
    SECURITY_CONTACT: 'security',
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
    PROXY_PROTOCOL: 'on',
    ALLOWED_ORIGINS: 'https://casino.example.com, https://other.example.com',
    INTERNAL_HOST: '10.0.0.7',
    INTERNAL_PORT: '9100',
    PROBES_HOST: '10.0.0.8',
    PROBES_PORT: '9300',
    ADMIN_URL: 'https://admin.example.com/',
    METRICS_TOKEN: 'a-token-of-some-length',
    DEMO: 'on',
  })
  t.match(result, {
    ok: true,
    config: {
      port: 9000,
      lanes: 3,
      adminUrl: 'https://admin.example.com',
      betCancel: { afterMs: 30_000, attempts: 20 },
      trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
      logLevel: 'warn',
      proxyProtocol: true,
      allowedOrigins: ['https://casino.example.com', 'https://other.example.com'],
      internalHost: '10.0.0.7',
      internalPort: 9100,
      probesHost: '10.0.0.8',
      probesPort: 9300,
      metricsToken: 'a-token-of-some-length',
      demo: true,
    },
  })
})

t.test('the operators’ panel is off, or has an address and the networks it is reached from', t => {
  const url = 'https://panel.example.com'
  const on = { OPERATOR_PANEL_URL: `${url}/`, OPERATOR_PANEL_NETWORKS: '203.0.113.0/24' }
  t.match(readConfig(ENOUGH), { config: { operatorPanel: null } })
  const networks = ['203.0.113.0/24']
  const listening = { host: '127.0.0.1', port: 9300 }
  t.match(readConfig({ ...ENOUGH, ...on, INTERNAL_PORT: '9100' }), {
    config: { operatorPanel: { url, networks, ...listening } },
  })
  t.match(problemsOf({ OPERATOR_PANEL_URL: url }), [/^OPERATOR_PANEL_NETWORKS is not set: /])
  const plain = { ...on, OPERATOR_PANEL_URL: 'http://panel.example.com' }
  t.match(problemsOf(plain), [/^OPERATOR_PANEL_URL is not valid/], 'passwords are sent to it')
  t.match(problemsOf({ ...on, OPERATOR_PANEL_NETWORKS: 'all' }), [/NETWORKS is not valid/])
  t.end()
})

t.test('a sign-in provider has all of its settings or none', t => {
  const oidc = {
    OIDC_ISSUER: 'https://id.example.com/realms/casino',
    OIDC_CLIENT_ID: 'reelhouse',
    OIDC_CLIENT_SECRET: 'a-secret',
  }
  t.match(readConfig(ENOUGH), { config: { oidc: null } })
  t.match(readConfig({ ...ENOUGH, ...oidc }), {
    config: { oidc: { issuer: oidc.OIDC_ISSUER, clientId: 'reelhouse', name: 'id.example.com' } },
  })
  for (const name of Object.keys(oidc)) {
    const { [name as keyof typeof oidc]: _, ...others } = oidc
    t.match(problemsOf(others), [/go together/], `without ${name}`)
  }
  t.match(problemsOf({ ...oidc, OIDC_ISSUER: 'http://id.example.com' }), [
    /^OIDC_ISSUER is not/,
    /./,
  ])
  t.end()
})

t.test('a public address without TLS needs an explicit switch', async t => {
  const plain = { PUBLIC_URL: 'http://games.example.com' }
  t.match(problemsOf(plain), [/^PUBLIC_URL is not https: .*PUBLIC_URL_WITHOUT_TLS=on/])
  t.strictSame(problemsOf({ ...plain, PUBLIC_URL_WITHOUT_TLS: 'on' }), [])
  t.ok(readConfig({ ...ENOUGH, ...plain }, { allowLoopbackWallets: true }).ok, 'for development')
})

t.test('retention times are the configured days', async t => {
  const days = { SESSIONS: '2', ANSWERS: '3', NOTIFICATIONS: '4', GUESTS: '5', CALLBACKS: '6' }
  const env = Object.fromEntries(
    Object.entries(days).map(([what, count]) => [`${what}_KEPT_DAYS`, count]),
  )
  const result = readConfig({ ...ENOUGH, ...env })
  t.match(result, {
    ok: true,
    config: {
      retention: {
        sessionsMs: 2 * DAY_MS,
        answersMs: 3 * DAY_MS,
        notificationsMs: 4 * DAY_MS,
        guestsMs: 5 * DAY_MS,
        callbacksMs: 6 * DAY_MS,
      },
    },
  })
  for (const wrong of ['0', '3651', '1.5']) {
    t.match(problemsOf({ NOTIFICATIONS_KEPT_DAYS: wrong }), [
      /^NOTIFICATIONS_KEPT_DAYS is not valid/,
    ])
  }
})

t.test('pages of the public address and of allowed origins may play, and no other', async t => {
  const read = readConfig({ ...ENOUGH, ALLOWED_ORIGINS: 'https://casino.example.com' })
  if (!read.ok) throw new Error(read.problems.join())
  const origins = ['https://games.example.com', 'https://casino.example.com']
  t.strictSame([...playOrigins(read.config)], origins)
  const local = { ...read.config, publicUrl: 'http://127.0.0.1:8080' }
  t.ok(playOrigins(local).has('http://localhost:8080'))
  t.notOk(playOrigins(local).has('http://localhost'))
})

t.test('no variable allows wallets on loopback or turns off TEST_ONLY', async t => {
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

const AUTHORITY = path.join(t.testdir({ 'ca.pem': CERTIFICATE, 'no.pem': 'nothing' }), 'ca.pem')
const NO_AUTHORITY = AUTHORITY.replace('ca.pem', 'no.pem')

t.test('an authority for Postgres puts TLS into every address that does not refuse it', async t => {
  const other = 'postgres://user:secret@10.0.0.2/reelhouse'
  const env = { ...ENOUGH, DATABASE_CA_FILE: AUTHORITY }
  const tls = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(AUTHORITY)}`
  t.equal(settingOf('databaseUrl', env), `${ENOUGH.DATABASE_URL}${tls}`)
  t.match(
    settingOf('databaseShards', { ...env, DATABASE_SHARDS: `0-511=home,512-1023=${other}` }),
    [{ address: null }, { address: `${other}${tls}` }],
  )
  const without = `${ENOUGH.DATABASE_URL}?sslmode=disable`
  t.equal(settingOf('databaseUrl', { ...env, DATABASE_URL: without }), without)
  const problems: [env: Record<string, string>, problem: RegExp][] = [
    [
      { DATABASE_URL: `${other}?sslmode=prefer` },
      /^DATABASE_URL is not valid: its sslmode must be/,
    ],
    [{ DATABASE_URL: `${other}?sslrootcert=${NO_AUTHORITY}` }, /holds no certificate in PEM/],
    [{ DATABASE_CA_FILE: NO_AUTHORITY }, /^DATABASE_CA_FILE: the file holds no certificate in PEM/],
    [
      { DATABASE_CA_FILE: `${AUTHORITY}.gone` },
      /^DATABASE_CA_FILE: the file can't be read \(ENOENT/,
    ],
  ]
  for (const [wrong, problem] of problems) {
    t.match(problemsOf(wrong), [problem])
    t.notMatch(problemsOf(wrong).join(), 'secret')
  }
})

t.test('an authority for Redis needs TLS', async t => {
  const env = { ...ENOUGH, REDIS_CA_FILE: AUTHORITY }
  const url = 'rediss://:secret@10.0.0.1:6379'
  t.strictSame(settingOf('redis', { ...env, REDIS_URL: url }), {
    kind: 'server',
    url,
    certificateAuthority: CERTIFICATE,
  })
  t.match(problemsOf({ REDIS_CA_FILE: AUTHORITY }), [/^REDIS_CA_FILE is set without TLS/])
  const { REDIS_URL: _, ...others } = env
  const cluster = { ...others, REDIS_CLUSTER: '10.0.0.1:6379', REDIS_TLS: 'on' }
  t.match(settingOf('redis', cluster), { tls: true, certificateAuthority: CERTIFICATE })
})

t.test('wallets may be in named private networks, and never at a store', async t => {
  const networksOf = (WALLET_NETWORKS: string, more: Record<string, string> = {}) =>
    settingOf('walletNetworks', { ...ENOUGH, ...more, WALLET_NETWORKS })
  t.strictSame(settingOf('walletNetworks', ENOUGH), {
    networks: [],
    authority: null,
    storeHosts: ['127.0.0.1'],
  })
  const more = {
    WALLET_CA_FILE: AUTHORITY,
    DATABASE_URL: 'postgres://u:p@db.internal/x',
    DATABASE_SHARDS: '0-511=home,512-1023=postgres://u:p@[fd00::7]/x',
    REDIS_URL: 'redis://10.20.0.5:6379',
  }
  t.strictSame(networksOf('10.20.1.1/16, fd12:3456::/32,10.20.0.0/16', more), {
    networks: ['10.20.0.0/16', 'fd12:3456::/32'],
    authority: CERTIFICATE,
    storeHosts: ['db.internal', 'fd00::7', '10.20.0.5'],
  })
  const wrong = ['0.0.0.0/0', '10.0.0.0/7', '127.0.0.0/8', '169.254.0.0/16', '8.8.8.0/24', '::/0']
  for (const network of [...wrong, 'fe80::/10', '::ffff:10.0.0.0/104', 'vpn', '']) {
    if (network === '::ffff:10.0.0.0/104')
      t.match(networksOf(network), { networks: ['10.0.0.0/8'] })
    else
      t.match(
        networksOf(network),
        [/^WALLET_NETWORKS is not valid: give up to 32 private/],
        network,
      )
  }
  t.match(problemsOf({ WALLET_CA_FILE: AUTHORITY }), [
    /^WALLET_CA_FILE is set without WALLET_NETWORKS/,
  ])
})
