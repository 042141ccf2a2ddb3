// Mistakes on purpose in the operator API: the order of the checks, what a change makes nodes
// forget, figures of the reports. One edit each, as in list.ts.

import type { Mistake } from './mistake.ts'

const CALL = 'src/operator/call.ts'
const RATE = 'src/operator/rate-limit.ts'
const FAILED_KEYS = 'src/operator/failed-keys.ts'
const SPINS = 'src/operator/free-spins/methods.ts'
const LAUNCH = 'src/operator/launch/method.ts'
const RTP = 'src/operator/player-rtp/methods.ts'
const REPORTS = 'src/operator/reports/methods.ts'
const ROWS = 'src/operator/reports/rows.ts'
const REPORT_RULES = 'src/operator/reports/rules.ts'
const CANCEL = 'src/operator/round-cancel/method.ts'
const TARGETS = 'src/operator/target-outcomes/methods.ts'
const CALL_TESTS = ['test/operator/call.test.ts']
const SPIN_TESTS = ['test/operator/free-spins.test.ts']
const LAUNCH_TESTS = ['test/operator/launch.test.ts']
const RTP_TESTS = ['test/operator/player-rtp.test.ts']
const REPORT_TESTS = ['test/operator/reports.test.ts']
const ROW_TESTS = ['test/operator/report-rows.test.ts']
const RULE_TESTS = ['test/operator/report-rules.test.ts']
const CANCEL_TESTS = ['test/operator/round-cancel.test.ts']
const FORGET_TESTS = ['test/operator/what-nodes-forget.test.ts']

const CALLS: readonly Mistake[] = [
  {
    name: 'a share of calls is never released',
    file: CALL,
    right: '  } finally {\n    callsUnderWay.down(projectId)\n  }',
    wrong: '  } finally {\n    callsUnderWay.of(projectId)\n  }',
    tests: CALL_TESTS,
  },
  {
    name: 'a failed call keeps its share',
    file: CALL,
    right:
      '  try {\n    return await work()\n  } finally {\n    callsUnderWay.down(projectId)\n  }',
    wrong: '  const once = await work()\n  callsUnderWay.down(projectId)\n  return once',
    tests: CALL_TESTS,
  },
  {
    name: 'one call more than its share is accepted',
    file: CALL,
    right: 'if (callsUnderWay.of(projectId) >= callsPerProject())',
    wrong: 'if (callsUnderWay.of(projectId) > callsPerProject())',
    tests: CALL_TESTS,
  },
  {
    name: 'a caller past its share gets no retry time',
    file: CALL,
    right: "{ ...answered, headers: { ...headers, 'retry-after': RETRY_AFTER_S[once.kind] } }",
    wrong: '{ ...answered, headers }',
    tests: CALL_TESTS,
  },
  {
    name: 'a project that is off gets its calling address in the answer',
    file: CALL,
    right:
      "  if (!project.settings.enabled) return failure('FORBIDDEN')\n  if (route.needsAllowlist && !isAllowed(project, request)) return failure('IP_NOT_ALLOWED')\n",
    wrong:
      "  if (route.needsAllowlist && !isAllowed(project, request)) return failure('IP_NOT_ALLOWED')\n  if (!project.settings.enabled) return failure('FORBIDDEN')\n",
    tests: CALL_TESTS,
  },
  {
    name: 'an answer has no remaining quota',
    file: CALL,
    right: 'return answered.status === 200 ? { ...answered, headers } : answered',
    wrong: 'return answered',
    tests: CALL_TESTS,
  },
  {
    name: 'the second outage of the quotas is not logged',
    file: RATE,
    right: '      isAway = false\n',
    wrong: '',
    tests: ['test/operator/rate-limit.test.ts'],
  },
  {
    name: 'delayed callers are counted and never released',
    file: FAILED_KEYS,
    right: '      held--\n',
    wrong: '',
    tests: ['test/operator/failed-keys.test.ts'],
  },
]

const CHANGES: readonly Mistake[] = [
  {
    name: 'a grant is in play only when nodes forget the player by chance',
    file: SPINS,
    right:
      "  if (stored.kind === 'refused') return refuse('DUPLICATE_EXTERNAL_ID')\n  await dropEntitlements(deps, project, grant.playerId, call)\n",
    wrong: "  if (stored.kind === 'refused') return refuse('DUPLICATE_EXTERNAL_ID')\n",
    tests: FORGET_TESTS,
  },
  {
    name: 'nodes remember a grant that was cancelled',
    file: SPINS,
    right: '  if (hasChanged) await dropEntitlements(deps, project, grant.playerId, call)\n',
    wrong: '',
    tests: FORGET_TESTS,
  },
  {
    name: 'a grant that was stored before is answered with another id',
    file: SPINS,
    right: 'presentGrant({ ...grant, grantId: stored.id }, nowMs)',
    wrong: 'presentGrant(grant, nowMs)',
    tests: FORGET_TESTS,
  },
  {
    name: 'a grant may pass the limits of its player',
    file: SPINS,
    right: 'games: gameLimits, player }',
    wrong: 'games: gameLimits, player: player.slice(0, 0) }',
    tests: FORGET_TESTS,
  },
  {
    name: 'a grant may pass the limits of its game',
    file: SPINS,
    right: 'games: gameLimits, player }',
    wrong: 'games: projectLimits as never, player }',
    tests: SPIN_TESTS,
  },
  {
    name: 'nodes remember the level from before a change',
    file: RTP,
    right: '  if (isChanged) {\n',
    wrong: '  if (!isChanged) {\n',
    tests: RTP_TESTS,
  },
  {
    name: 'nodes remember a target outcome that was cancelled',
    file: TARGETS,
    right:
      '  if (changedEntitlements) await search.dropEntitlements({ projectId, playerId: target.playerId })\n',
    wrong: '',
    tests: FORGET_TESTS,
  },
  {
    name: 'a target outcome is searched under an id that was never stored',
    file: TARGETS,
    right: 'const scheduled = { ...target, targetOutcomeId: stored.id }',
    wrong: 'const scheduled = { ...target }',
    tests: FORGET_TESTS,
  },
  {
    name: 'a launch in another currency continues an open round',
    file: LAUNCH,
    right:
      "if (unfinished !== null && unfinished.currency !== currency) return refuse('ROUND_IN_PROGRESS')",
    wrong:
      "if (unfinished !== null && unfinished.gameId !== game.id) return refuse('ROUND_IN_PROGRESS')",
    tests: LAUNCH_TESTS,
  },
  {
    name: 'sockets on the old link of a session play on after a launch',
    file: LAUNCH,
    right: '  await announce(deps, player, session, call)\n',
    wrong: '',
    tests: FORGET_TESTS,
  },
  {
    name: 'a continued session has the project’s language',
    file: LAUNCH,
    right: 'askedLanguage ?? unfinished?.language ?? defaultLanguage',
    wrong: 'askedLanguage ?? defaultLanguage',
    tests: LAUNCH_TESTS,
  },
  {
    name: 'a round that the policy cancelled is reported as the operator’s cancel',
    file: CANCEL,
    right: "  bet_unconfirmed: 'policy',",
    wrong: "  bet_unconfirmed: 'operator',",
    tests: CANCEL_TESTS,
  },
  {
    name: 'a round that another call cancelled meanwhile is busy',
    file: CANCEL,
    right: "  if (now?.state === 'cancelled') return cancelled(now, 'already_cancelled')\n",
    wrong: '',
    tests: CANCEL_TESTS,
  },
]

const FIGURES: readonly Mistake[] = [
  {
    name: 'refunds are not part of the GGR',
    file: ROWS,
    right: 'formatAmount(row.betsMinor - row.refundsMinor - row.winsMinor)',
    wrong: 'formatAmount(row.betsMinor - row.winsMinor)',
    tests: ROW_TESTS,
  },
  {
    name: 'refunds do not change a wallet',
    file: ROWS,
    right: 'formatAmount(row.winsMinor + row.refundsMinor - row.betsMinor)',
    wrong: 'formatAmount(row.winsMinor - row.betsMinor)',
    tests: ROW_TESTS,
  },
  {
    name: 'the win of a round is shown as its refund',
    file: ROWS,
    right: 'refund: operation(row.betMinor, row.refundStatus),',
    wrong: 'refund: operation(row.winMinor, row.refundStatus),',
    tests: ROW_TESTS,
  },
  {
    name: 'pending refunds and wins of a player are swapped',
    file: ROWS,
    right:
      'refunds: formatAmount(row.pendingRefundsMinor),\n      wins: formatAmount(row.pendingWinsMinor),',
    wrong:
      'refunds: formatAmount(row.pendingWinsMinor),\n      wins: formatAmount(row.pendingRefundsMinor),',
    tests: ROW_TESTS,
  },
  {
    name: 'a report of a part of an archived month is answered without its rounds',
    file: REPORTS,
    right:
      "if (archived.some(month => splits(month, query, null))) return refuse('INVALID_PERIOD')",
    wrong:
      "if (archived.some(month => splits(month, query, DAY_MS))) return refuse('INVALID_PERIOD')",
    tests: REPORT_TESTS,
  },
  {
    name: 'a report does not name the months in files',
    file: REPORTS,
    right: 'const gone = archived.length === 0 ? {} : { archived_months: archived }',
    wrong: 'const gone = archived.length > 0 ? {} : { archived_months: archived }',
    tests: REPORT_TESTS,
  },
  {
    name: 'one archived round is searched in the months of the period',
    file: REPORTS,
    right: '  if (roundId === null) return { fromMs, toMs }\n',
    wrong: '  if (roundId !== null) return { fromMs, toMs }\n',
    tests: REPORT_TESTS,
  },
  {
    name: 'a cursor is valid for another project',
    file: REPORT_RULES,
    right: 'return canonicalJson({ ...filters, partner: projectId })',
    wrong: 'return canonicalJson({ ...filters, partner: null })',
    tests: RULE_TESTS,
  },
  {
    name: 'a period of exactly the longest is refused',
    file: REPORT_RULES,
    right: 'toMs - fromMs <= REPORT_PERIOD_DAYS_MAX * DAY_MS',
    wrong: 'toMs - fromMs < REPORT_PERIOD_DAYS_MAX * DAY_MS',
    tests: RULE_TESTS,
  },
  {
    name: 'the end of a report without a start shifts it',
    file: REPORT_RULES,
    right: 'toMs - REPORT_PERIOD_DAYS_DEFAULT * DAY_MS',
    wrong: 'nowMs - REPORT_PERIOD_DAYS_DEFAULT * DAY_MS',
    tests: RULE_TESTS,
  },
]

const SEARCH = 'src/operator/target-outcomes/search.ts'
const SEARCH_TESTS = ['test/operator/target-search.test.ts']
const SCHEDULE_TESTS = ['test/operator/target-outcomes.test.ts']

/** Searches for target outcomes. */
const SEARCHES: readonly Mistake[] = [
  {
    name: 'a hit in the index takes a search place',
    file: SEARCH,
    right: 'void run(pool, target, false, Promise.resolve(indexed))\n    return true',
    wrong: 'return hasPlace(target.projectId)',
    tests: SEARCH_TESTS,
  },
  {
    name: 'two projects take every search from a third',
    file: SEARCH,
    right: 'own === 0 ? OUTCOME_SEARCHES + OUTCOME_FIRST_SEARCHES : OUTCOME_SEARCHES',
    wrong: 'OUTCOME_SEARCHES',
    tests: SEARCH_TESTS,
  },
  {
    name: 'waiting targets are never looked up in the index again',
    file: SEARCH,
    right: '      await lookUpWaiting(pool)\n',
    wrong: '',
    tests: SEARCH_TESTS,
  },
  {
    name: 'a search that a pass could not start keeps its claim',
    file: SEARCH,
    right: '    if (!closed) await releaseClaims(pool, ids)\n',
    wrong: '    void ids\n',
    tests: SEARCH_TESTS,
  },
  {
    name: 'a project takes one turn after another while it has work',
    file: 'src/mathematics/turns.ts',
    right: '      hadTurn(owner, left)\n',
    wrong:
      '      const others = [...waiting]\n      hadTurn(owner, left)\n      for (const [other, its] of others) hadTurn(other, its)\n',
    tests: ['test/mathematics/turns.test.ts'],
  },
  {
    name: 'all projects are one owner to the mathematics threads',
    file: 'src/mathematics/find-target.ts',
    right: '...(projectId === undefined ? {} : { owner: projectId }),',
    wrong: '',
    tests: ['test/mathematics/pool.test.ts'],
  },
  {
    name: 'pending searches of a project are unbounded',
    file: 'src/operator/target-outcomes/methods.ts',
    right: '{ audit: byOwner, places }',
    wrong: '{ audit: byOwner }',
    tests: SCHEDULE_TESTS,
  },
  {
    name: 'two simultaneous schedules take the last place',
    file: 'src/ledger/entitlements/target-outcomes.ts',
    right: "'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'",
    wrong: "'SELECT hashtextextended($1, 0)'",
    tests: SCHEDULE_TESTS,
  },
]

export const OPERATOR: readonly Mistake[] = [...CALLS, ...CHANGES, ...FIGURES, ...SEARCHES]
