// Mistakes on purpose in the panel: figures of reports, of a dispute pack and of a round's page,
// and streams that go on too long. One edit each, as in list.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code

import type { Mistake } from './mistake.ts'

const FILES = 'src/admin/reports/files.ts'
const GGR = 'src/admin/reports/ggr.ts'
const PLAYERS = 'src/admin/reports/reconciliation.ts'
const ROUNDS = 'src/admin/reports/rounds.ts'
const CALL = 'src/admin/call.ts'
const PACK = 'src/admin/rounds/dispute-pack.ts'
const TIMELINE = 'src/admin/rounds/timeline.ts'
const DETAIL = 'src/admin/rounds/detail.ts'

const REPORT_TESTS = ['test/admin/report-columns.test.ts']
const STREAM_TESTS = ['test/admin/streams.test.ts']
const PACK_TESTS = ['test/admin/dispute-pack.test.ts']

/** Reports. */
const REPORTS: readonly Mistake[] = [
  {
    name: 'the file of revenue leaves refunds out of the column of refunds',
    file: FILES,
    right: "{ title: 'refunds', number: row => minor(row.refundsMinor) },\n  { title: 'ggr'",
    wrong: "{ title: 'refunds', number: row => minor(row.winsMinor) },\n  { title: 'ggr'",
    tests: REPORT_TESTS,
  },
  {
    name: 'refunds do not change a wallet in the file',
    file: FILES,
    right: 'minor(row.winsMinor + row.refundsMinor - row.betsMinor)',
    wrong: 'minor(row.winsMinor - row.betsMinor)',
    tests: REPORT_TESTS,
  },
  {
    name: 'refunds do not change a wallet on the page',
    file: PLAYERS,
    right: '(row.winsMinor + row.refundsMinor - row.betsMinor)',
    wrong: '(row.winsMinor - row.betsMinor)',
    tests: REPORT_TESTS,
  },
  {
    name: 'the panel’s revenue counts refunds as income',
    file: GGR,
    right: '(row.betsMinor - row.refundsMinor - row.winsMinor)',
    wrong: '(row.betsMinor + row.refundsMinor - row.winsMinor)',
    tests: REPORT_TESTS,
  },
  {
    name: 'pending wins and refunds are swapped in the file',
    file: FILES,
    right: "{ title: 'pending_wins', number: row => minor(row.pendingWinsMinor) }",
    wrong: "{ title: 'pending_wins', number: row => minor(row.pendingRefundsMinor) }",
    tests: REPORT_TESTS,
  },
  {
    name: 'the file of rounds lacks the time of settlement',
    file: FILES,
    right: "{ title: 'settled_at', text: row => timeOf(row.settledAtMs) }",
    wrong: "{ title: 'settled_at', text: row => timeOf(row.createdAtMs) }",
    tests: REPORT_TESTS,
  },
  {
    name: 'the panel requests rounds of every currency',
    file: ROUNDS,
    right: '    currency: (filters.currency as Currency | undefined) ?? null,\n',
    wrong: '    currency: null,\n',
    tests: REPORT_TESTS,
  },
  {
    name: 'the panel requests rounds of every state',
    file: ROUNDS,
    right: 'state: filters.state ?? null',
    wrong: 'state: null',
    tests: REPORT_TESTS,
  },
  {
    name: 'the panel’s revenue is of every game',
    file: GGR,
    right: 'gameId: query.gameId ?? null',
    wrong: 'gameId: null',
    tests: REPORT_TESTS,
  },
  {
    name: 'the panel’s totals are of every player',
    file: PLAYERS,
    right: 'playerId: filters.playerId ?? null',
    wrong: 'playerId: null',
    tests: REPORT_TESTS,
  },
  {
    name: 'the file of game returns has the low end of the band twice',
    file: FILES,
    right: "{ title: 'band_99_high_percent', text: row => row.high }",
    wrong: "{ title: 'band_99_high_percent', text: row => row.low }",
    tests: REPORT_TESTS,
  },
  {
    name: 'every page of a file starts where the first did',
    file: 'src/admin/reports/csv.ts',
    right: '    last = rows.at(-1)!\n',
    wrong: '    last = rows.at(0)!\n',
    tests: REPORT_TESTS,
  },
]

/** Streams. */
const STREAMS: readonly Mistake[] = [
  {
    name: 'a stream continues after its reader lost the role',
    file: CALL,
    right: "if (known !== 'unavailable' && known?.role !== role) {",
    wrong: 'if (known === null) {',
    tests: STREAM_TESTS,
  },
  {
    name: 'a stream ends for its reader when the ledger is down',
    file: CALL,
    right: "if (known !== 'unavailable' && known?.role !== role) {",
    wrong: "if (known === 'unavailable' || known?.role !== role) {",
    tests: STREAM_TESTS,
  },
  {
    name: 'a reader of a stream is checked once',
    file: CALL,
    right: '      nextLookMs = deps.nowMs() + ADMIN_STREAM_LOOK_MS\n',
    wrong: '      nextLookMs = Number.POSITIVE_INFINITY\n',
    tests: STREAM_TESTS,
  },
  {
    name: 'an open stream keeps its idle session alive',
    file: CALL,
    right: 'const known = await recognise(deps, request, false)',
    wrong: 'const known = await recognise(deps, request, true)',
    tests: STREAM_TESTS,
  },
]

/** One round. */
const ONE_ROUND: readonly Mistake[] = [
  {
    name: 'the pack shows the stake as the debit',
    file: PACK,
    right: '[texts.debited, money(pack, round.betMinor)]',
    wrong: '[texts.debited, money(pack, round.baseStakeMinor)]',
    tests: PACK_TESTS,
  },
  {
    name: 'the pack lacks the balance after the bet',
    file: PACK,
    right: '    [texts.afterBet, money(pack, round.balanceAfterBetMinor)],\n',
    wrong: '',
    tests: PACK_TESTS,
  },
  {
    name: 'the pack lacks the number of unclear calls of an operation',
    file: PACK,
    right: '    each.unclear,\n',
    wrong: '    0,\n',
    tests: PACK_TESTS,
  },
  {
    name: 'the pack lacks the target outcome',
    file: PACK,
    right: '  [texts.target, round.targetOutcomeId],\n',
    wrong: '',
    tests: PACK_TESTS,
  },
  {
    name: 'the pack lacks who made a choice',
    file: PACK,
    right: '`${option}${by[deciders[index]!]}`',
    wrong: '`${option}${by[deciders[0]!]}`',
    tests: PACK_TESTS,
  },
  {
    name: 'the pack shows an owner’s act without the previous value',
    file: PACK,
    right: '${JSON.stringify(before)} → ${JSON.stringify(after)}',
    wrong: '${JSON.stringify(after)} → ${JSON.stringify(after)}',
    tests: PACK_TESTS,
  },
  {
    name: 'the pack lacks the HTTP status of a call',
    file: PACK,
    right: '    call.httpStatus,\n',
    wrong: '    null,\n',
    tests: PACK_TESTS,
  },
  {
    name: 'the timeline lists a failed call twice',
    file: TIMELINE,
    right: 'Date.parse(at) < firstMs || Date.parse(at) > NOTED_WITHIN_MS + lastOf(logged)',
    wrong: 'Date.parse(at) < Number.POSITIVE_INFINITY',
    tests: PACK_TESTS,
  },
  {
    name: 'the timeline shows the last balance at every operation',
    file: TIMELINE,
    right: "kind === 'bet' ? balanceAfterBetMinor : balanceAfterMinor",
    wrong: 'balanceAfterMinor',
    tests: PACK_TESTS,
  },
  {
    name: 'the timeline lacks the result of a push',
    file: TIMELINE,
    right: "push === undefined ? null : [push.answer, push.node].filter(Boolean).join(', ')",
    wrong: 'push === undefined ? null : push.node',
    tests: PACK_TESTS,
  },
  {
    name: 'owed notifications are not in the timeline',
    file: TIMELINE,
    right: '    ...known.notifications.map(each =>',
    wrong: '    ...known.notifications.slice(1).map(each =>',
    tests: PACK_TESTS,
  },
  {
    name: 'the timeline lacks the time of a cancel',
    file: TIMELINE,
    right: 'place(refundPlannedAtMs ?? touchedAtMs,',
    wrong: 'place(touchedAtMs,',
    tests: PACK_TESTS,
  },
  {
    name: 'the page of a round has the failures of another count',
    file: DETAIL,
    right: '    failures: known.ownFailures,\n',
    wrong: '    failures: round.progress.attempts,\n',
    tests: PACK_TESTS,
  },
]

export const PANEL: readonly Mistake[] = [...REPORTS, ...STREAMS, ...ONE_ROUND]
