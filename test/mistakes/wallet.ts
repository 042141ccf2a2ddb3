// Mistakes on purpose in the calls to operators' wallets: the fields of each call, what is stored
// of it, the connection it uses. One edit each, as in list.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code

import type { Mistake } from './mistake.ts'

const ANSWER = 'src/wallet/answer.ts'
const BUILT_IN = 'src/wallet/built-in.ts'
const CALL_LOG = 'src/wallet/call-log.ts'
const CLIENT = 'src/wallet/client.ts'
const OPERATIONS = 'src/wallet/operations.ts'
const POOL = 'src/wallet/connection-pool.ts'
const ROUTES = 'src/wallet/routes.ts'
const UNCLEAR = 'src/wallet/unclear-answers.ts'

const CALL_LOG_TESTS = ['test/wallet/call-log.test.ts']
const OPERATIONS_TESTS = ['test/wallet/operations.test.ts']
const ROUTES_TESTS = ['test/wallet/client-routes.test.ts']

/** The fields of a call. */
const CALLS: readonly Mistake[] = [
  {
    name: 'a repeat is logged as the attempt before it',
    file: OPERATIONS,
    right: 'attempt: attempts + 1 }',
    wrong: 'attempt: attempts }',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a refund lacks the id of the call that caused it',
    file: OPERATIONS,
    right: '        ...extraOf(round),\n        requestId,',
    wrong: '        ...extraOf(round),',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a launch does not send its id to the wallet',
    file: OPERATIONS,
    right: 'bodies => bodies.sessionInfo(), {\n        requestId,',
    wrong: 'bodies => bodies.sessionInfo(), {',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'refunds are not counted',
    file: OPERATIONS,
    right: '        ...extraOf(round),\n        requestId,',
    wrong: '        traceparent,\n        requestId,',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a win has the second of its bet',
    file: OPERATIONS,
    right: 'seconds(planned(progress.winPlannedAtMs))',
    wrong: 'seconds(intent.createdAtMs)',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a refund has the second of its bet',
    file: OPERATIONS,
    right: 'seconds(planned(progress.refundPlannedAtMs))',
    wrong: 'seconds(intent.createdAtMs)',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a finish has the second of its start',
    file: OPERATIONS,
    right: 'progress.winPlannedAtMs ?? intent.createdAtMs',
    wrong: 'intent.createdAtMs',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'the win of a free spin does not name its grant',
    file: OPERATIONS,
    right:
      'timeS: seconds(planned(progress.winPlannedAtMs)),\n    freeSpin: freeSpinFields(intent),',
    wrong: 'timeS: seconds(planned(progress.winPlannedAtMs)),',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'while keys are exchanged only the first one signs',
    file: 'src/wallet/signature.ts',
    right: 'const signatures = keys.map(',
    wrong: 'const signatures = keys.slice(0, 1).map(',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a call that an operator caused is not signed',
    file: CLIENT,
    right: 'if (signature !== null) headers.push(SIGNATURE_HEADER, signature)',
    wrong:
      'if (signature !== null && requestId === undefined) headers.push(SIGNATURE_HEADER, signature)',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'a refund without a clear answer is reported as a win',
    file: UNCLEAR,
    right: "seen('refund', player, round",
    wrong: "seen('win', player, round",
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'the id of the call that caused a refund is lost where answers are read',
    file: UNCLEAR,
    right: 'wallet.refund(player, round, requestId))',
    wrong: 'wallet.refund(player, round))',
    tests: OPERATIONS_TESTS,
  },
  {
    name: 'an unanswered start is not reported',
    file: UNCLEAR,
    right: 'seen(event, player, round, wallet.notify(player, round, event))',
    wrong: 'wallet.notify(player, round, event)',
    tests: OPERATIONS_TESTS,
  },
]

/** What is stored of a call. */
const KEPT: readonly Mistake[] = [
  {
    name: 'a secret that a message has twice is masked once',
    file: ANSWER,
    right: "text.replaceAll(secret, '***')",
    wrong: "text.replace(secret, '***')",
    tests: ['test/wallet/answer.test.ts'],
  },
  {
    name: 'a key that an answer has twice is masked once',
    file: CALL_LOG,
    right: "text = text.replaceAll(spelt, '***')",
    wrong: "text = text.replace(spelt, '***')",
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'of two signatures in an answer the second is stored',
    file: CALL_LOG,
    right: '/v1=[0-9a-fA-F]{16,}/g',
    wrong: '/v1=[0-9a-fA-F]{16,}/',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'the beginning of a key stays where the answer is cut',
    file: CALL_LOG,
    right: 'CALLBACK_LOG_ANSWER_MAX_BYTES + 1_024',
    wrong: 'CALLBACK_LOG_ANSWER_MAX_BYTES',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'a call is stored with its end as its start',
    file: CALL_LOG,
    right: 'atMs: nowMs - latencyMs',
    wrong: 'atMs: nowMs',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'requests are stored at any length',
    file: CALL_LOG,
    right: 'withoutKey(body).slice(0, CALLBACK_LOG_REQUEST_MAX_CHARS)',
    wrong: 'withoutKey(body)',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'skipped calls are counted again and again',
    file: CALL_LOG,
    right: '    sampled.passed = 0\n',
    wrong: '',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'a project pays for samples that the shared budget refused',
    file: CALL_LOG,
    right: '      sampled.tokens++\n',
    wrong: '',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'the samples of all past projects are remembered',
    file: CALL_LOG,
    right:
      '  if (projects.size >= CALLBACK_LOG_PROJECTS) projects.delete(projects.keys().next().value!)\n',
    wrong: '',
    tests: CALL_LOG_TESTS,
  },
  {
    name: 'a wallet’s answer stays in memory with its call',
    file: 'src/wallet/exchange.ts',
    right: '    this.onAnswer(answer, this)\n    this.chunks = null',
    wrong: '    this.onAnswer(answer, this)',
    tests: ROUTES_TESTS,
  },
]

/** Connections. */
const CONNECTIONS: readonly Mistake[] = [
  {
    name: 'the wallet that was opened first makes room, however often it is called',
    file: CLIENT,
    right: '  route.lastUsedMs = startedMs\n',
    wrong: '',
    tests: ROUTES_TESTS,
  },
  {
    name: 'connections of a wallet that made room stay open',
    file: ROUTES,
    right: '    void longest.pool.close()\n',
    wrong: '',
    tests: ROUTES_TESTS,
  },
  {
    name: 'connections of an earlier callback address are never closed',
    file: ROUTES,
    right: '[...(routes.get(address.projectId) ?? []), route]',
    wrong: '[route]',
    tests: ROUTES_TESTS,
  },
  {
    name: 'calls rotate over all connections, so that none goes idle',
    file: POOL,
    right: 'idle.pop()',
    wrong: 'idle.shift()',
    tests: ROUTES_TESTS,
  },
  {
    name: 'a connection that is being opened outlives its client',
    file: POOL,
    right: '      connector.close()\n',
    wrong: '',
    tests: ROUTES_TESTS,
  },
]

/** The built-in wallet. */
const OWN: readonly Mistake[] = [
  {
    name: 'the built-in wallet remembers transaction ids of any length',
    file: BUILT_IN,
    right: 'value.length > 0 && value.length <= maxChars',
    wrong: 'value.length > 0',
    tests: ['test/wallet/built-in.test.ts'],
  },
  {
    name: 'the built-in wallet refunds without the bet',
    file: BUILT_IN,
    right: '  if (!isId(originalTransaction, TRANSACTION_MAX_CHARS)) return null\n',
    wrong: '',
    tests: ['test/wallet/built-in.test.ts'],
  },
  {
    name: 'the built-in wallet accepts a summary without the key',
    file: BUILT_IN,
    right: 'if (!isSameKey(callback.fields.api_key, expected)) return UNAUTHORIZED',
    wrong:
      "if (callback.fields.method !== 'freespins_finished' && !isSameKey(callback.fields.api_key, expected)) return UNAUTHORIZED",
    tests: ['test/wallet/built-in.test.ts'],
  },
]

export const WALLET: readonly Mistake[] = [...CALLS, ...KEPT, ...CONNECTIONS, ...OWN]
