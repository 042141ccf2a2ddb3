// Mistakes on purpose in the admin API: rights, password confirmations, audit records, ends of
// sessions. One edit each, as in list.ts.

import type { Mistake } from './mistake.ts'

const CALL = 'src/admin/call.ts'
const EDGE = 'src/edge/admin.ts'
const TURNS = 'src/edge/admin-turns.ts'
const STEP_UP = 'src/admin/sign-in/step-up.ts'
const WHAT_ASKS = 'src/admin/sign-in/what-asks.ts'
const ACCOUNTS = 'src/ledger/admin/accounts.ts'
const CREDENTIALS = 'src/ledger/admin/credentials.ts'
const SIGN_IN_TESTS = ['test/admin/sign-in.test.ts']
const KNOWN_TESTS = ['test/admin/known-device.test.ts']
const STEP_UP_TESTS = ['test/admin/step-up.test.ts']

export const ADMIN: readonly Mistake[] = [
  {
    name: 'a viewer does what only an owner may do',
    file: CALL,
    right:
      "return role === 'owner' && account.role !== 'owner' ? NOT_ALLOWED : { ok: true, account }",
    wrong: 'return { ok: true, account }',
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'a page of another site that sends the header changes something',
    file: CALL,
    right: "if (headers.origin === origin && headers['x-admin-request'] === '1') return null",
    wrong: "if (headers['x-admin-request'] === '1') return null",
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'the panel answers under any host name',
    file: CALL,
    right: 'if (headers.host !== host) {',
    wrong: 'if (headers.host === undefined) {',
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'the confirmed password is passed on to the audit log',
    file: CALL,
    right: 'const given = route.asksAgain === null ? call.body : body',
    wrong: 'const given = call.body',
    tests: STEP_UP_TESTS,
  },
  {
    name: 'an account that lost its right while a body arrived changes something',
    file: CALL,
    right: 'if (!still.ok) return still',
    wrong: '',
    tests: ['test/admin/revoked-meanwhile.test.ts'],
  },
  {
    name: 'a file whose reader lost the right looks complete',
    file: CALL,
    right: 'if (fileName === undefined) return\n',
    wrong: 'return\n',
    tests: ['test/admin/revoked-meanwhile.test.ts'],
  },
  {
    name: 'any password is accepted in a confirmation',
    file: STEP_UP,
    right: "return isRight ? null : refuse('WRONG_PASSWORD'",
    wrong: "return isRight !== null ? null : refuse('WRONG_PASSWORD'",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'the second step is not confirmed',
    file: STEP_UP,
    right: 'if (account.totpSealed === null) return null',
    wrong: "if (account.totpSealed === null || code === '') return null",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'a wrong password in a confirmation leaves no record',
    file: STEP_UP,
    right: "new Set(['WRONG_PASSWORD', 'INVALID_CODE', 'CODE_USED'])",
    wrong: "new Set(['INVALID_CODE', 'CODE_USED'])",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'a new signing key is shown without the password',
    file: WHAT_ASKS,
    right: "signing': always(",
    wrong: "signing': never(",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'a code that was used before is reported as wrong, without a wait for the next',
    file: 'src/admin/sign-in/totp.ts',
    right: "? 'taken' : 'used'",
    wrong: "? 'taken' : 'wrong'",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'a disabled owner is enabled without the password',
    file: WHAT_ASKS,
    right: "'PUT /people/:accountId': always(",
    wrong: "'PUT /people/:accountId': never(",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'a new kind of project value asks for no password',
    file: WHAT_ASKS,
    right: 'Object.keys(body).some(name => !FREE_VALUES.has(name))',
    wrong: "Object.keys(body).some(name => name === 'callbackUrl')",
    tests: STEP_UP_TESTS,
  },
  {
    name: 'the connection test sends the key to an address that was saved without the password',
    file: 'src/admin/projects/connection.ts',
    right: 'if (!project.isCallbackConfirmed) return NOT_CONFIRMED',
    wrong: "if (project.callbackUrl === '') return NOT_CONFIRMED",
    tests: ['test/admin/projects.test.ts'],
  },
  {
    name: 'a browser that has signed in before is counted with strangers',
    file: 'src/admin/sign-in/routes.ts',
    right: 'return deviceId === null ?',
    wrong: "return deviceId !== '' ?",
    tests: KNOWN_TESTS,
  },
  {
    name: 'a browser is known after its password is changed',
    file: CREDENTIALS,
    right: "'DELETE FROM admin_device WHERE account_id = $1'",
    wrong: "'DELETE FROM admin_device WHERE account_id = $1 AND false'",
    tests: KNOWN_TESTS,
  },
  {
    name: 'strangers’ passwords are checked before those of known users',
    file: 'src/admin/sign-in/passwords.ts',
    right: 'waiting.known.shift() ?? waiting.stranger.shift()',
    wrong: 'waiting.stranger.shift() ?? waiting.known.shift()',
    tests: ['test/admin/sign-in-bounds.test.ts'],
  },
  {
    name: 'tries are counted and never refused',
    file: 'src/admin/sign-in/limits.ts',
    right: 'if (!taken.isAllowed) return tooMany(taken.retryAfterS)',
    wrong: 'if (!taken.isAllowed && perMinute === 0) return tooMany(taken.retryAfterS)',
    tests: [...STEP_UP_TESTS, ...SIGN_IN_TESTS],
  },
  {
    name: 'an account asks all nodes as often as it likes',
    file: 'src/admin/rounds/routes.ts',
    right:
      'const held = await signInLimits.takeQuestion(account!.accountId)\n      if (held !== null) return held',
    wrong: 'await signInLimits.takeQuestion(account!.accountId)',
    tests: ['test/admin/rounds.test.ts'],
  },
  {
    name: 'a one-time link is used twice',
    file: ACCOUNTS,
    right:
      'DELETE FROM admin_link WHERE token_sha256 = $1 AND expires_at > now() RETURNING account_id)',
    wrong: 'SELECT account_id FROM admin_link WHERE token_sha256 = $1 AND expires_at > now())',
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'the last owner who can sign in is disabled',
    file: ACCOUNTS,
    right: "if (rows.length === 0) return { kind: 'refused', cause: 'last-owner' }",
    wrong: "if (rows === null) return { kind: 'refused', cause: 'last-owner' }",
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'a new password leaves the other sessions',
    file: CREDENTIALS,
    right: "'DELETE FROM admin_session WHERE account_id = $1 AND session_id <> $2'",
    wrong: "'DELETE FROM admin_session WHERE account_id = $1 AND session_id <> $2 AND false'",
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'a code of the second step is taken twice',
    file: CREDENTIALS,
    right: 'WHERE account_id = $1 AND totp_step < $2',
    wrong: 'WHERE account_id = $1 AND totp_step <= $2',
    tests: [...STEP_UP_TESTS, ...SIGN_IN_TESTS],
  },
  {
    name: 'a session that was ended continues',
    file: 'src/ledger/admin/sessions.ts',
    right:
      '`DELETE FROM admin_session WHERE account_id = $1 AND ($2::uuid IS NULL OR session_id = $2)`',
    wrong:
      '`UPDATE admin_session SET address = address WHERE account_id = $1 AND ($2::uuid IS NULL OR session_id = $2)`',
    tests: SIGN_IN_TESTS,
  },
  {
    name: 'a key is shown, and no record says to whom',
    file: 'src/ledger/projects/project-keys.ts',
    right:
      "await writeAudit(pool, { ...by, action: 'key.revealed', subject, before: null, after: null })",
    wrong: "void [writeAudit, pool, { ...by, action: 'key.revealed', subject }]",
    tests: ['test/admin/keys.test.ts'],
  },
  {
    name: 'a key is exchanged with another typed text than the project id',
    file: 'src/admin/keys/rules.ts',
    right: 'if (confirm !== projectId) {',
    wrong: 'if (confirm === undefined) {',
    tests: ['test/admin/keys.test.ts'],
  },
  {
    name: 'of two who save a project the second overwrites the first',
    file: 'src/admin/projects/save.ts',
    right: 'if (record.revision !== revision) return conflict(deps, record, revision)',
    wrong: 'if (record.revision < revision) return conflict(deps, record, revision)',
    tests: ['test/admin/projects.test.ts'],
  },
  {
    name: 'a pause is answered before the nodes apply it',
    file: 'src/admin/pauses/routes.ts',
    right: 'const obedience = await waitUntilObeyed(pool, set.revision)',
    wrong: 'const obedience = await readObedience(pool, set.revision)',
    tests: ['test/admin/players.test.ts'],
  },
  {
    name: 'a grant is cancelled under another player’s name',
    file: 'src/admin/players/records.ts',
    right: 'if (!isOf(known.answer)) return unknown',
    wrong: 'if (known.answer === null) return unknown',
    tests: ['test/admin/players.test.ts'],
  },
  {
    name: 'the panel accepts any number of requests',
    file: TURNS,
    right: "['all', ADMIN_REQUESTS_AT_ONCE]",
    wrong: "['all', 100 * ADMIN_REQUESTS_AT_ONCE]",
    tests: ['test/edge/admin-turns.test.ts'],
  },
  {
    name: 'one account takes every request of the panel',
    file: TURNS,
    right: '[name, ADMIN_REQUESTS_PER_CALLER]',
    wrong: '[name, ADMIN_REQUESTS_AT_ONCE]',
    tests: ['test/edge/admin-turns.test.ts'],
  },
  {
    name: 'one account reads as many event streams as it likes',
    file: TURNS,
    right: 'ADMIN_STREAMS_PER_ACCOUNT]]',
    wrong: 'ADMIN_REQUESTS_AT_ONCE]]',
    tests: ['test/admin/crowded.test.ts'],
  },
  {
    name: 'idle connections keep others out',
    file: 'src/edge/node-server.ts',
    right: 'isAtWork: () => [...connection.answers].some(answer => !answer.writableEnded)',
    wrong: 'isAtWork: () => true',
    tests: ['test/admin/crowded.test.ts'],
  },
  {
    name: 'answers that are not read keep others out',
    file: 'src/edge/node-server.ts',
    right: 'some(answer => !answer.writableEnded)',
    wrong: 'some(() => true)',
    tests: ['test/edge/node-server.test.ts'],
  },
  {
    name: 'a body of the admin API may have any length',
    file: EDGE,
    right: '      else resolve(null)\n',
    wrong: '',
    tests: ['test/admin/overview.test.ts'],
  },
  {
    name: 'a report of all projects continues past its bound of projects',
    file: 'src/admin/reports/projects.ts',
    right: 'if (rows.length > REPORT_PROJECTS_MAX) {',
    wrong: 'if (rows.length > 2 * REPORT_PROJECTS_MAX) {',
    tests: ['test/admin/reports.test.ts'],
  },
  {
    name: 'a project’s days are added to the totals before its older ones',
    file: 'sql/0050-report-totals.sql',
    right: 'FROM report_progress WHERE project_id = NEW.project_id AND in_totals',
    wrong: 'FROM report_progress WHERE project_id = NEW.project_id',
    tests: ['test/ledger/report-sums.test.ts'],
  },
  {
    name: 'a search by time reads every record that is newer',
    file: 'src/ledger/audit/audit-reader.ts',
    right: '(SELECT sequence FROM audit WHERE at >=',
    wrong: '(SELECT NULL::bigint FROM audit WHERE at >=',
    tests: ['test/ledger/audit.test.ts'],
  },
  {
    name: 'a search by time trusts every clock',
    file: 'src/ledger/audit/audit-reader.ts',
    right: "interval '1 hour'",
    wrong: "interval '0 hours'",
    tests: ['test/ledger/audit.test.ts'],
  },
  {
    name: 'a browser keeps its cookie at a sign-in',
    file: 'src/ledger/admin/devices.ts',
    right: '[hashToken(known), accountId, now, hashToken(token)],',
    wrong: '[hashToken(known), accountId, now, hashToken(known)],',
    tests: KNOWN_TESTS,
  },
  {
    name: 'wrong passwords never end a session',
    file: STEP_UP,
    right: 'if (wrong >= ADMIN_WRONG_TRIES) await',
    wrong: 'if (wrong < 0) await',
    tests: KNOWN_TESTS,
  },
  {
    name: 'a right password keeps the count of wrong ones',
    file: STEP_UP,
    right: 'await forgetWrongTries(deps.pool, sessionId)',
    wrong: 'await Promise.resolve()',
    tests: KNOWN_TESTS,
  },
]
