// `reelhouse project`: an operator's project changed and shown from the command line.

import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { applyFlags, type SettingFlags } from '../../src/cli/project-flags.ts'
import { DEFAULT_SETTINGS, printSettings } from '../../src/core/project-settings.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { findProject } from '../../src/ledger/projects/projects.ts'
import { openStores } from '../support/real-stores.ts'
import { openCommandLine } from '../support/start-reelhouse.ts'

const { pool, databaseUrl, redisUrl } = await openStores(t)
const masterKey = randomBytes(32)
const env = {
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  MASTER_KEY: masterKey.toString('hex'),
}
const run = openCommandLine(t)
const project = (...args: string[]) => run(['project', ...args], env)
const load = async () => (await findProject(pool, masterKey, 'acme'))!

const access = ['--callback', 'https://wallet.acme.example', '--allow', '203.0.113.0/24']
const created = await project('create', 'acme', ...access)
if (created.code !== 0) throw new Error(created.stderr)

t.test('flags and a file change what they name and leave the rest', async t => {
  const flags = [
    ['--provider-rtp', 'provider_a=94.5'],
    ['--personal-rtp', 'provider_a=on'],
    ['--limit', 'default EUR none 5000'],
    ['--disable', 'mode:buy'],
    ['--quota', 'launch=2400'],
    ['--allow', '10.0.0.0/8'],
    ['--allow', '2001:db8::/32'],
    ['--language', 'DE'],
  ]
  const first = await project('set', 'acme', ...flags.flat(), '--json')
  t.equal(first.stderr, '')
  const before = await load()
  const shown = JSON.parse(first.stdout)
  t.match(shown, {
    project_id: 'acme',
    internal: false,
    callback_url: 'https://wallet.acme.example',
    allowed_networks: ['10.0.0.0/8', '2001:db8::/32'],
    default_language: 'de',
    revision: 2,
    settings: {
      rtp: { provider_a: { level: '94.50', personal: true, adaptive: null } },
      projectLimits: [{ scope: 'default', currency: 'EUR', min: null, max: '5000' }],
      disabled: ['mode:buy'],
      callsPerMinute: { launch: 2400 },
    },
  })

  const callbackUrl = 'https://wallet2.acme.example'
  const second = await project('set', 'acme', '--callback', callbackUrl)
  t.match(second, { code: 0, stdout: 'Project acme is changed; its revision is 3.\n' })
  t.strictSame(await load(), { ...before, callbackUrl, revision: 3 })

  const file = path.join(t.testdir(), 'settings.json')
  writeFileSync(file, JSON.stringify({ ...shown.settings, disabled: ['game:vault-keeper'] }))
  const third = await project('set', 'acme', '--file', file, '--quota', 'launch=default')
  t.equal(third.stderr, '')
  const expected = { ...shown.settings, disabled: ['game:vault-keeper'], callsPerMinute: {} }
  t.strictSame(printSettings((await load()).settings), expected)
})

t.test('a mistake is reported in one line, and nothing is changed', async t => {
  const before = await load()
  const dir = t.testdir({ 'bad.json': '{"colour":"red"}', 'no.json': '{' })
  const cases: [args: string[], code: number, stderr: RegExp][] = [
    [['--provider-rtp', 'provider_a=59'], 1, /refused: rtp.provider_a.level: a percentage/],
    [['--disable', 'game:nope'], 1, /"nope" is not one of lucky-lanterns/],
    [['--limit', 'default EUR 7'], 2, /--limit is/],
    [['--callback', 'http://wallet.example.com'], 1, /callback address is refused: only https/],
    [['--file', path.join(dir, 'bad.json')], 1, /"colour" means nothing here/],
    [['--file', path.join(dir, 'no.json')], 1, /no.json can't be read/],
  ]
  for (const [args, code, stderr] of cases) {
    const ended = await project('set', 'acme', ...args)
    t.match(ended, { code, stdout: '', stderr }, args.join(' '))
    t.equal(ended.stderr.split('\n').length, 2, ended.stderr)
  }
  const unknown = await project('set', 'nobody', '--quota', 'launch=1')
  t.match(unknown, { code: 1, stderr: /no project nobody \(UNKNOWN_PROJECT\)/ })
  t.match(await project('paint', 'acme'), { code: 2, stderr: /^Unknown command 'paint'/ })
  t.match(await project('--help'), { code: 0, stdout: /rotate-key/ })
  t.strictSame(await load(), before)
})

t.test('show prints everything but the key', async t => {
  const read = await load()
  const fingerprint = createHash('sha256').update(read.apiKey).digest('hex')
  const text = await project('show', 'acme')
  t.match(text.stdout, /callback_url +https:\/\/wallet2.acme.example\n/)
  t.match(text.stdout, new RegExp(`key_sha256 +${fingerprint}\n`))
  const json = await project('show', 'acme', '--json')
  t.match(JSON.parse(json.stdout), { key_sha256: fingerprint, revision: read.revision })
  const printed = text.stdout + text.stderr + json.stdout + json.stderr
  t.notOk(printed.includes(read.apiKey.slice(3)), 'without its prefix either')
})

t.test('rotate-key prints the new key; internal projects are locked', async t => {
  const before = await load()
  const { stdout } = await project('rotate-key', 'acme', '--json')
  const now = await load()
  t.strictSame(JSON.parse(stdout), { project_id: 'acme', api_key: now.apiKey })
  t.not(now.apiKey, before.apiKey)
  await ensureInternalProjects(pool, masterKey)
  const locked = { code: 1, stdout: '', stderr: /PARTNER_LOCKED/ }
  t.match(await project('rotate-key', 'demo'), locked)
  t.match(await project('set', 'demo', '--callback', 'https://wallet.acme.example'), locked)
  t.match(await project('set', 'demo', '--disable', 'mode:ante'), { code: 0 })
})

t.test('each flag edits its own line of the JSON', async t => {
  const none = printSettings(DEFAULT_SETTINGS)
  const edit = (flags: SettingFlags, from = none) => applyFlags(from, flags)
  const rtp = edit({
    providerRtp: ['provider_a=94.5', 'provider_b=none'],
    personalRtp: ['provider_a=on'],
    adaptive: ['provider_a={"step":"1"}', 'provider_b=on'],
  })
  t.strictSame(rtp.rtp, {
    provider_a: { level: '94.5', personal: true, adaptive: { step: '1' } },
    provider_b: { level: null, adaptive: {} },
  })
  const switchedOff = edit({ adaptive: ['provider_a=off'] }, rtp).rtp.provider_a
  t.strictSame(switchedOff, { ...rtp.rtp.provider_a, adaptive: null })
  const limited = edit({
    limit: ['default EUR 1 9', 'game:x EUR none 7', 'default EUR 2 8', 'default USD 1 1'],
    gameLimit: ['x EUR none 5', 'y EUR 1 5'],
  })
  t.strictSame(limited.projectLimits, [
    { scope: 'game:x', currency: 'EUR', min: null, max: '7' },
    { scope: 'default', currency: 'EUR', min: '2', max: '8' },
    { scope: 'default', currency: 'USD', min: '1', max: '1' },
  ])
  const fewer = edit({ limit: ['default EUR none'], gameLimit: ['x EUR none'] }, limited)
  t.equal(fewer.projectLimits.length, 2)
  t.strictSame(fewer.gameLimits, [{ game: 'y', currency: 'EUR', min: '1', max: '5' }])
  const off = edit({ disable: ['mode:buy', 'game:x', 'mode:buy'] })
  t.strictSame(off.disabled, ['mode:buy', 'game:x'])
  t.strictSame(edit({ enable: ['mode:buy'] }, off).disabled, ['game:x'])
  const deadline = edit({ decisionDeadline: '60' })
  t.equal(deadline.decisionDeadlineMinutes, 60)
  t.equal(edit({ decisionDeadline: 'none' }, deadline).decisionDeadlineMinutes, null)
  t.equal(edit({}, deadline).decisionDeadlineMinutes, 60)
  for (const flags of [
    { adaptive: ['provider_a=maybe'] },
    { personalRtp: ['provider_a=yes'] },
    { quota: ['launch'] },
    { limit: ['default EUR 1 2 3'] },
    { gameLimit: [''] },
  ]) {
    t.throws(() => edit(flags), { message: /^--/ })
  }
})
