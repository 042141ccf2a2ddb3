// Mistakes on purpose in how a node is put together: what restarts, what is ready, what a drain
// waits for, how long rows of a table are kept, what a log line shows. One edit each, as in
// list.ts.

import type { Mistake } from './mistake.ts'

const DRAIN = 'src/server/drain.ts'
const GATE = 'src/server/ledger-gate.ts'
const LOGGER = 'src/server/logger.ts'
const PAUSES = 'src/server/pauses.ts'
const READINESS = 'src/server/readiness.ts'
const RETENTION = 'src/server/retention.ts'
const RECOVERY = 'src/server/recovery.ts'
const DRAIN_TESTS = ['test/server/drain.test.ts']
const GATE_TESTS = ['test/server/ledger-gate.test.ts']
const LOGGER_TESTS = ['test/server/logger.test.ts']
const PAUSE_TESTS = ['test/server/pauses.test.ts']
const READY_TESTS = ['test/server/ready-databases.test.ts']
const JOB_TESTS = ['test/server/jobs.test.ts']

const ENDS: readonly Mistake[] = [
  {
    name: 'a node that ends does not wait for commands in flight',
    file: DRAIN,
    right: 'const underWay = () => requestsInFlight() + commandsIn(lanes)',
    wrong: 'const underWay = () => requestsInFlight()',
    tests: DRAIN_TESTS,
  },
  {
    name: 'a node that ends checks its first lane only',
    file: DRAIN,
    right: 'lanes.load().reduce((sum, { depth }) => sum + depth, 0)',
    wrong: 'lanes.load()[0]!.depth',
    tests: DRAIN_TESTS,
  },
  {
    name: 'a node that ends does not wait for its jobs',
    file: DRAIN,
    right: 'Promise.all([...jobs.map(job => job.stop()), idle(underWay)])',
    wrong: 'Promise.all([jobs.map(job => job.stop()), idle(underWay)])',
    tests: DRAIN_TESTS,
  },
  {
    name: 'a node that ends sends its players elsewhere at once',
    file: DRAIN,
    right: '  await sleep(parts.config.drainGraceMs)\n',
    wrong: '',
    tests: DRAIN_TESTS,
  },
  {
    name: 'a node that ends accepts sockets while it sends the others elsewhere',
    file: DRAIN,
    right: "  parts.stage = 'moving'\n  await moveSockets(sockets)\n",
    wrong: "  await moveSockets(sockets)\n  parts.stage = 'moving'\n",
    tests: DRAIN_TESTS,
  },
  {
    name: 'the connections of a node end before its searches',
    file: DRAIN,
    right:
      '  await withDeadline(parts.targetSearch.close(), SEARCH_CLOSE_DEADLINE_MS)\n  await parts.close()\n',
    wrong:
      '  await parts.close()\n  await withDeadline(parts.targetSearch.close(), SEARCH_CLOSE_DEADLINE_MS)\n',
    tests: DRAIN_TESTS,
  },
]

const READY: readonly Mistake[] = [
  {
    name: 'a node whose ledger was replaced is ready',
    file: READINESS,
    right:
      "if (parts.databases.home.gate.isClosed()) return { obstacles: ['ledger changed'], away: [] }",
    wrong:
      "if (parts.databases.home.gate.isClosed()) return { obstacles: [], away: ['ledger changed'] }",
    tests: READY_TESTS,
  },
  {
    name: 'a node whose databases are all down is ready',
    file: READINESS,
    right: 'const isNobodyLeft = lost.size > 0 && lost.size === databases.carriers.length',
    wrong: 'const isNobodyLeft = lost.size > 0 && lost.size > databases.carriers.length',
    tests: READY_TESTS,
  },
  {
    name: 'a database that is down stops all players',
    file: READINESS,
    right: '...(isNobodyLeft ? lost.keys() : [])',
    wrong: '...lost.keys()',
    tests: READY_TESTS,
  },
  {
    name: 'a database that was not reconciled yet is up',
    file: READINESS,
    right: '  if (gate.isClosed()) throw new Error(',
    wrong: '  if (gate.isAway()) throw new Error(',
    tests: READY_TESTS,
  },
  {
    name: 'every probe writes to both stores',
    file: READINESS,
    right: 'if (kept === null || nowMs >= kept.untilMs) {',
    wrong: 'if (kept === null || nowMs >= 0) {',
    tests: READY_TESTS,
  },
  {
    name: 'failing parts are logged with every probe',
    file: READINESS,
    right: '    told = now\n',
    wrong: '',
    tests: READY_TESTS,
  },
]

const LEDGER_CHANGED: readonly Mistake[] = [
  {
    name: 'lanes keep their memory of the earlier ledger',
    file: GATE,
    right: '  lanes.restart()\n',
    wrong: '',
    tests: GATE_TESTS,
  },
  {
    name: 'play continues during the reconciliation with a new ledger',
    file: GATE,
    right: '  if (now !== reconciled) {\n    state.isClosed = true\n',
    wrong: '  if (now !== reconciled) {\n',
    tests: GATE_TESTS,
  },
  {
    name: 'a replaced ledger is not checked for its schema and its shards',
    file: GATE,
    right: '  state.isChecked = false\n  state.known = null\n',
    wrong: '  state.known = null\n',
    tests: GATE_TESTS,
  },
  {
    name: 'a node opens its gate while another one reconciles',
    file: GATE,
    right: 'if (!(await reconcile(deps, now, reconciled))) return',
    wrong: 'await reconcile(deps, now, reconciled)',
    tests: GATE_TESTS,
  },
  {
    name: 'a ledger that was down once is down for ever',
    file: GATE,
    right: '        state.isAway = false\n',
    wrong: '',
    tests: ['test/server/ledger-databases.test.ts'],
  },
  {
    name: 'failures of a ledger are counted though it answers in between',
    file: GATE,
    right: '  state.missed = 0\n',
    wrong: '',
    tests: GATE_TESTS,
  },
]

const PAUSED: readonly Mistake[] = [
  {
    name: 'a pause is in force before the lanes have answered',
    file: PAUSES,
    right: 'if (!(await isTold(setPauses, told, PAUSES_READ_MS))) return false',
    wrong: 'if (!(await isTold(setPauses, told, PAUSES_READ_MS)) && isClosed) return false',
    tests: PAUSE_TESTS,
  },
  {
    name: 'a node that ends is not waited for while its lanes go on',
    file: PAUSES,
    right: 'if (await isTold(setPauses, ended, PAUSES_LEAVE_MS)) await removeNode',
    wrong: 'if ((await isTold(setPauses, ended, PAUSES_LEAVE_MS)) || isClosed) await removeNode',
    tests: PAUSE_TESTS,
  },
  {
    name: 'the lanes of a node that ends trust their last pauses',
    file: PAUSES,
    right: 'const ended = { ...told, readAtMs: Number.NEGATIVE_INFINITY }',
    wrong: 'const ended = { ...told }',
    tests: PAUSE_TESTS,
  },
]

const KEPT: readonly Mistake[] = [
  {
    name: 'answers are kept for as long as sessions',
    file: RETENTION,
    right: "deleteOldAnswers(pool, bounds.keptMs('answers-kept-days', answersMs))",
    wrong: "deleteOldAnswers(pool, bounds.keptMs('answers-kept-days', sessionsMs))",
    tests: JOB_TESTS,
  },
  {
    name: 'the setting for guests is used for sessions',
    file: RETENTION,
    right: "bounds.keptMs('guests-kept-days', guestsMs)",
    wrong: "bounds.keptMs('sessions-kept-days', guestsMs)",
    tests: JOB_TESTS,
  },
  {
    name: 'sessions of the panel stay for ever',
    file: RETENTION,
    right: '      adminSessions: () => deleteOldAdminSessions(pool, ADMIN_SESSION_MS),\n',
    wrong: '',
    tests: JOB_TESTS,
  },
  {
    name: 'rows of finished rounds are kept for a month',
    file: RETENTION,
    right: 'deleteFreeRows(pool, FREE_ROWS_KEPT_MS)',
    wrong: 'deleteFreeRows(pool, ATTEMPTS_KEPT_MS)',
    tests: JOB_TESTS,
  },
  {
    name: 'no tables are created for the coming months',
    file: RETENTION,
    right: 'makeMonths: () => makeComingMonths(pool),',
    wrong: 'makeMonths: async () => 0,',
    tests: JOB_TESTS,
  },
  {
    name: 'a player plays on with a grant that has expired',
    file: RECOVERY,
    right: '      await Promise.all(players.map(redisState.dropEntitlements)).catch(onFault)\n',
    wrong: '      await Promise.all(players.map(async () => {})).catch(onFault)\n',
    tests: JOB_TESTS,
  },
  {
    name: 'target outcomes never expire',
    file: RECOVERY,
    right: 'expireTargets: () => expireTargets(pool, Date.now()),',
    wrong: 'expireTargets: async () => {},',
    tests: JOB_TESTS,
  },
  {
    name: 'rounds are driven while the ledger has been replaced',
    file: RECOVERY,
    right: 'underLease: async work => (gate.isClosed() ? undefined : underLease(work)),',
    wrong: 'underLease: async work => (gate.isAway() ? undefined : underLease(work)),',
    tests: JOB_TESTS,
  },
  {
    name: 'the jobs of two databases share one lease',
    file: RECOVERY,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
    right: 'return isHome ? job : `${job}:${name}`',
    wrong: 'return isHome || name !== job ? job : job',
    tests: JOB_TESTS,
  },
]

const SAID: readonly Mistake[] = [
  {
    name: 'the second secret of a text is logged',
    file: LOGGER,
    right: '[A-Za-z0-9_-]{16,}/g',
    wrong: '[A-Za-z0-9_-]{16,}/',
    tests: LOGGER_TESTS,
  },
  {
    name: 'signing keys are logged',
    file: LOGGER,
    right: '(?:rk_|rs_|rt_)',
    wrong: '(?:rk_|rt_)',
    tests: LOGGER_TESTS,
  },
  {
    name: 'the token of the metrics is logged',
    file: LOGGER,
    right: "  'metricsToken',\n",
    wrong: '',
    tests: LOGGER_TESTS,
  },
  {
    name: 'a secret in a stack is logged',
    file: LOGGER,
    right: "stack: redactText(stack ?? '')",
    wrong: 'stack',
    tests: LOGGER_TESTS,
  },
  {
    name: 'secrets deeper in a logged object are shown',
    file: LOGGER,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is source code
    right: ', `*.*.${field}`',
    wrong: '',
    tests: LOGGER_TESTS,
  },
]

export const SERVER: readonly Mistake[] = [
  ...[...ENDS, ...READY, ...LEDGER_CHANGED, ...PAUSED],
  ...[...KEPT, ...SAID],
]
