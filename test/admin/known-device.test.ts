// Strangers who try passwords for a name, from any number of addresses, get no extra guesses and do
// not lock out known users: a browser that has signed in before, a session, a one-time link.

import t from 'tap'
import { createAccount, findAccount } from '../../src/ledger/admin/accounts.ts'
import { findDevice } from '../../src/ledger/admin/devices.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { createCaller, makeAccount, PASSWORD } from '../support/admin.ts'
import { beginTotp, codeOf } from '../support/admin-codes.ts'
import { LOOPBACK, launchBody, openSetup, post } from '../support/operator-setup.ts'

const { pool, project, startNode } = await openSetup(t)
const node = await startNode({ trustedProxies: LOOPBACK })
const { internalUrl } = node
const BY = { actor: 'owner:test', origin: 'a test' }

interface Tried {
  code: string
  /** As a browser would keep them. */
  cookies: string[]
  setCookies: string[]
}

/** From an address that is used once. */
async function trySignIn(
  name: string,
  fields: object = {},
  cookies: string[] = [],
): Promise<Tried> {
  const caller = createCaller(internalUrl, cookies.join('; '))
  const answer = await caller.call('POST', '/sign-in', { name, password: PASSWORD, ...fields })
  const setCookies = [answer.headers['set-cookie'] ?? []].flat()
  const kept = setCookies.map(each => each.split(';')[0]!)
  return { code: codeOf(answer), cookies: kept, setCookies }
}

const WRONG = { password: 'a guess of a stranger' }
const isDevice = (cookie: string) => cookie.includes('-device-')
const deviceOf = ({ cookies }: Tried) => cookies.filter(isDevice)
/** Null: the device is not known, so strangers' tries lock it out. */
const foundDevice = (tried: Tried, name: string) =>
  findDevice(pool, deviceOf(tried)[0]!.split('=')[1]!, name, Date.now())

async function signedIn(name: string): Promise<Tried> {
  await makeAccount(pool, name, 'owner')
  const tried = await trySignIn(name)
  if (tried.code !== '200 ok') throw new Error(tried.code)
  return tried
}

/** Strangers guess from many addresses until every further guess is refused unread. */
async function flood(name: string): Promise<void> {
  const guess = () => trySignIn(name, WRONG)
  const guesses = await Promise.all(Array.from({ length: 40 }, guess))
  for (const { code } of guesses) {
    if (code === '200 ok') throw new Error('a guess was right')
  }
  while ((await guess()).code !== '429 TOO_MANY_ATTEMPTS') {}
}

/**
 * Of eight tries at once at least one is refused unread: when strangers have used up their tries,
 * one comes back every two seconds.
 */
async function isShut(name: string, fields: object = {}, cookies: string[] = []): Promise<boolean> {
  const tries = Array.from({ length: 8 }, () => trySignIn(name, fields, cookies))
  return (await Promise.all(tries)).some(({ code }) => code === '429 TOO_MANY_ATTEMPTS')
}

/** Guesses at full rate until stopped; resolves with the codes that were answered. */
function attack(name: string) {
  let isOn = true
  const codes = new Set<string>()
  const run = (async () => {
    while (isOn) {
      const guesses = await Promise.all([1, 2, 3, 4].map(() => trySignIn(name, WRONG)))
      for (const { code } of guesses) codes.add(code)
    }
    return codes
  })()
  const stop = () => {
    isOn = false
    return run
  }
  return { stop }
}

t.test('wrong keys of operators are refused', async t => {
  const wrong = { ...launchBody(project), api_key: 'rk_wrong' }
  for (const body of [wrong, wrong, { ...wrong, partner: 'NO ID AT ALL' }]) {
    t.equal((await post(node, '/playGame.do', body)).status, 401)
  }
})

t.test('a flood of guesses stays refused, and locks out no known browser or session', async t => {
  const owner = await signedIn('owner')
  await flood('owner')
  const attacking = attack('owner')
  t.ok(await isShut('owner'), 'even the right password of a stranger is not read')
  const again = await trySignIn('owner', {}, deviceOf(owner))
  t.equal(again.code, '200 ok', 'from the browser that has signed in before, at once')
  const session = createCaller(internalUrl, owner.cookies.join('; '))
  const confirmed = { name: 'helper', role: 'viewer', password: PASSWORD }
  t.equal((await session.call('POST', '/people', confirmed)).status, 200, 'a session can confirm')
  const guesses = await attacking.stop()
  t.notOk(guesses.has('200 ok'))
  t.ok(await isShut('owner', WRONG))
})

t.test('the browser cookie is hidden from scripts and other sites, and is kept', async t => {
  const kept = await signedIn('kept')
  const [device] = kept.setCookies.filter(isDevice)
  t.match(device, /; Path=\/admin;/)
  t.match(device, /; HttpOnly/)
  t.match(device, /; SameSite=Strict/)
  t.match(device, /; Max-Age=7776000;/)
  const again = await trySignIn('kept', {}, deviceOf(kept))
  t.notSame(deviceOf(again), deviceOf(kept), 'a new one at each sign-in')
  const { rows } = await pool.query(`SELECT encode(token_sha256, 'hex') AS kept FROM admin_device`)
  const [, token = ''] = deviceOf(again)[0]!.split('=')
  t.notOk(JSON.stringify(rows).includes(token), 'stored as its hash')
})

t.test('the cookie signs no one in, and is valid for its own account only', async t => {
  const mine = await signedIn('mine')
  const theirs = await signedIn('theirs')
  t.equal(await foundDevice(mine, 'theirs'), null)
  await flood('theirs')
  t.equal((await trySignIn('theirs', WRONG, deviceOf(theirs))).code, '401 SIGN_IN_FAILED')
  const session = createCaller(internalUrl, deviceOf(theirs).join('; '))
  t.equal((await session.call('GET', '/session')).status, 401)
})

t.test('a stolen cookie gets a few guesses, and they do not use up the owner’s', async t => {
  const stolen = await signedIn('stolen')
  const codes: string[] = []
  for (let time = 0; time < 7; time++)
    codes.push((await trySignIn('stolen', WRONG, deviceOf(stolen))).code)
  t.equal(codes[0], '401 SIGN_IN_FAILED')
  t.equal(codes.at(-1), '429 TOO_MANY_ATTEMPTS')
  t.equal((await trySignIn('stolen')).code, '200 ok', 'the owner signs in from elsewhere')
})

t.test('a copy of the cookie is unknown once its owner has signed in again', async t => {
  const copied = await signedIn('copied')
  const renewed = await trySignIn('copied', {}, deviceOf(copied))
  t.equal(await foundDevice(copied, 'copied'), null, 'the copy')
  t.type(await foundDevice(renewed, 'copied'), 'string', 'the owner’s')
})

t.test('a hundred wrong tries in a row end a session, a right one resets the count', async t => {
  const open = await signedIn('open')
  const session = createCaller(internalUrl, open.cookies.join('; '))
  const confirm = async (password: string) => {
    const helper = { name: `helper-of-${password.length}`, role: 'viewer', password }
    return (await session.call('POST', '/people', helper)).body.message ?? 'ok'
  }
  const wrongTries = (tries: number) =>
    pool.query(
      `UPDATE admin_session SET wrong_tries = $1
       WHERE account_id = (SELECT account_id FROM admin_account WHERE name = 'open')`,
      [tries],
    )
  await wrongTries(99)
  t.equal(await confirm(PASSWORD), 'ok')
  t.equal(await confirm('a wrong one'), 'WRONG_PASSWORD')
  t.equal((await session.call('GET', '/session')).status, 200, 'the count starts again')
  await wrongTries(99)
  t.equal(await confirm('a wrong one'), 'WRONG_PASSWORD')
  t.equal((await session.call('GET', '/session')).status, 401)
})

t.test('after a hundred wrong tries in a row the browser is unknown', async t => {
  const worn = await signedIn('worn')
  await pool.query(
    `UPDATE admin_device SET wrong_tries = 99
     WHERE account_id = (SELECT account_id FROM admin_account WHERE name = 'worn')`,
  )
  t.equal((await trySignIn('worn', WRONG, deviceOf(worn))).code, '401 SIGN_IN_FAILED')
  t.equal(await foundDevice(worn, 'worn'), null)
})

t.test('a browser is known until its password or its account changes', async t => {
  const boss = await signedIn('boss')
  const asBoss = createCaller(internalUrl, boss.cookies.join('; '))
  const again = { password: PASSWORD }
  const next = 'another good password'
  const ends: Readonly<Record<string, (id: string, session: string) => Promise<unknown>>> = {
    changed: (_, session) =>
      createCaller(internalUrl, session).call('POST', '/account/password', { ...again, next }),
    reset: id => asBoss.call('POST', `/people/${id}/reset`, again),
    disabled: async id => {
      for (const isDisabled of [true, false]) {
        await asBoss.call('PUT', `/people/${id}`, { role: 'owner', isDisabled, ...again })
      }
    },
    unused: id =>
      pool.query(
        `UPDATE admin_device SET seen_at = now() - interval '91 days' WHERE account_id = $1`,
        [id],
      ),
  }
  for (const [name, end] of Object.entries(ends)) {
    const known = await signedIn(name)
    t.type(await foundDevice(known, name), 'string', name)
    const { accountId } = (await findAccount(pool, { name }))!
    await end(accountId, known.cookies.join('; '))
    t.equal(await foundDevice(known, name), null, name)
  }
})

t.test('after a change of password the same browser stays known', async t => {
  const mover = await signedIn('mover')
  const session = createCaller(internalUrl, mover.cookies.join('; '))
  const next = 'another good password'
  const { headers } = await session.call('POST', '/account/password', { password: PASSWORD, next })
  const [device] = [headers['set-cookie'] ?? []].flat().map(each => each.split(';')[0]!)
  t.not(device, deviceOf(mover)[0], 'a new one')
  await flood('mover')
  t.equal((await trySignIn('mover', { password: next }, [device!])).code, '200 ok')
})

t.test('codes that strangers try do not use up those of a known browser', async t => {
  const careful = await signedIn('careful')
  const session = createCaller(internalUrl, careful.cookies.join('; '))
  const { codeIn, confirm } = await beginTotp(session)
  t.equal((await confirm(codeIn(0))).status, 200)
  while ((await trySignIn('careful', { code: '000000' })).code !== '429 TOO_MANY_ATTEMPTS') {}
  const code = codeIn(1)
  t.equal((await trySignIn('careful', { code }, deviceOf(careful))).code, '200 ok')
})

t.test('links that strangers try do not block other links', async t => {
  const created = await createAccount(pool, { name: 'new', role: 'owner', projectId: null }, BY)
  if (created.kind === 'refused') throw new Error(created.cause)
  const look = (token: string) => createCaller(internalUrl).call('POST', '/link', { token })
  const guesses = await Promise.all(Array.from({ length: 60 }, () => look('a guess')))
  t.ok(guesses.every(({ status }) => status !== 200))
  t.equal((await look(created.link)).status, 200)
})

async function countFailed() {
  const counted = async (label: string) =>
    Number(await node.readMetric(`reelhouse_failed_sign_ins_total{told="${label}"}`))
  return { failed: await counted('failed'), tooMany: await counted('too-many') }
}

t.test('failed sign-ins are counted, and a few records in the audit log sum up many', async t => {
  await signedIn('aimed-at')
  const before = await countFailed()
  await flood('aimed-at')
  const unknown = await trySignIn('a password in the wrong field', WRONG)
  t.equal(unknown.code, '401 SIGN_IN_FAILED')
  const after = await countFailed()
  const failed = after.failed - before.failed
  t.ok(failed >= 20)
  t.ok(after.tooMany > before.tooMany)
  await node.drain()
  const records = await readAudit(pool, { limit: 200, action: 'account.sign-in-failed' })
  const ofOne = records.filter(({ subject }) => subject === 'account aimed-at')
  const failures = ofOne.map(({ after }) => (after as { failures: number }).failures)
  const sum = failures.reduce((before, each) => before + each, 0)
  t.equal(sum, failed - 1, 'all but the one for an unknown name')
  t.match(ofOne[0], { actor: 'unknown', after: { addresses: [{ address: /^10\./, failures: 1 }] } })
  t.ok(ofOne.length <= 3, 'one record a minute, not one a try')
  const { rows } = await pool.query<{ text: string }>('SELECT audit::text AS text FROM audit')
  const isStored = rows.some(each => each.text.includes('wrong field'))
  t.notOk(isStored, 'an unknown name is not stored')
})

t.test(
  'wrong keys sent to a node are in the audit log once it has ended, in one record',
  async t => {
    const records = await readAudit(pool, { limit: 200, action: 'key.failed' })
    t.equal(records.length, 1)
    const [record] = records
    const { projectId } = project
    t.match(record, {
      actor: 'unknown',
      origin: 'operator API',
      subject: 'operator API',
      before: null,
      after: {
        count: 3,
        callers: [
          { address: '127.0.0.1', projectId, requestId: /^[0-9a-f-]{36}$/ },
          { address: '127.0.0.1', projectId: null, requestId: /^[0-9a-f-]{36}$/ },
        ],
      },
    })
    t.notMatch(JSON.stringify(record!.after), /rk_/, 'no key')
  },
)
