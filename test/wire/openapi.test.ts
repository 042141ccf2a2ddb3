// The OpenAPI document is current and complete: every example is valid by its schema, every public
// code has its status, every reference resolves.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { OPERATOR_ERRORS } from '../../src/operator/errors.ts'
import { printOpenApi } from '../../src/operator/openapi.ts'
import { createWalletBodies, summaryBody } from '../../src/wallet/bodies.ts'
import { WALLET_CALLBACKS } from '../../src/wire/wallet-callbacks.ts'
import { pluck } from '../support/results.ts'
import { type Json, refsIn, resolveIn } from './references.ts'

const document: Json = JSON.parse(printOpenApi())
const operations: [string, Json][] = [
  ...Object.entries<Json>(document.paths),
  ...Object.entries<Json>(document.webhooks),
].flatMap(([at, verbs]) =>
  Object.entries<Json>(verbs).map(([verb, operation]): [string, Json] => [
    `${verb} ${at}`,
    operation,
  ]),
)

/** A schema of the document without references, as validators need it. */
function standalone(schema: Json): Json {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'))
}

const resolve = (ref: string) => resolveIn(document, ref)

t.test('docs/openapi.json matches the schemas', async t => {
  const committed = readFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8')
  t.equal(committed, printOpenApi(), 'run: npm run write:api')
})

t.test('the document is OpenAPI 3.1 and its own version is 2.0.0', async t => {
  t.match(document.openapi, /^3\.1\./)
  t.equal(document.info.version, '2.0.0')
})

t.test('every reference resolves', async t => {
  const refs = refsIn(document)
  t.ok(refs.length > 20)
  const broken = refs.filter(ref => resolve(ref) === undefined)
  t.strictSame(broken, [])
})

t.test('every answer of ours has a request id, and calls take one', async t => {
  for (const verbs of Object.values<Json>(document.paths)) {
    for (const [verb, { parameters = [], responses }] of Object.entries<Json>(verbs)) {
      for (const [status, { headers }] of Object.entries<Json>(responses)) {
        t.ok(headers['X-Request-Id'], `${verb} ${status}`)
      }
      const names = parameters.map(({ $ref }: Json) => resolve($ref).name)
      t.equal(names.includes('X-Request-Id'), verb === 'post')
    }
  }
})

t.test('an answer may get fields: only requests are closed', async t => {
  const closed = (part: Json): boolean =>
    typeof part === 'object' &&
    part !== null &&
    (part.additionalProperties === false || Object.values(part).some(closed))
  const seen = new Set<string>()
  function follow(part: Json, name: string): void {
    t.notOk(closed(part), name)
    for (const ref of refsIn(part)) {
      if (seen.has(ref)) continue
      seen.add(ref)
      follow(resolve(ref), ref)
    }
  }
  for (const [name, { responses }] of operations) follow(responses, name)
  t.ok(seen.size > 10)
  t.ok(closed(document.components.schemas.PlayGameRequest))
})

t.test('every example is valid by its schema', async t => {
  let checked = 0
  for (const [name, { requestBody, responses }] of operations) {
    const contents = [requestBody, ...Object.values<Json>(responses)].flatMap(part =>
      part?.content === undefined ? [] : [part.content['application/json']],
    )
    for (const { schema, examples } of contents) {
      const check = Compile(standalone(schema))
      t.notSame(Object.keys(examples), [], `${name} has examples`)
      for (const [example, { value }] of Object.entries<Json>(examples)) {
        const [fault] = check.Errors(value)
        t.ok(check.Check(value), `${name}, ${example}: ${fault?.instancePath} ${fault?.message}`)
        t.notOk(check.Check({ ...value, status: 7, method: 7, action: 7, gametype: 7 }))
        checked++
      }
    }
  }
  t.ok(checked > 30, `${checked} examples`)
})

t.test('every method has a valid example of its request and its answer', async t => {
  const methods = operations.flatMap(([, operation]) =>
    (operation['x-methods'] ?? []).map((method: Json) => ({ method, operation })),
  )
  t.ok(methods.length >= 1)
  for (const { method, operation } of methods) {
    const examples = (part: Json) => part.content['application/json'].examples[method.name]?.value
    const request = Compile(standalone(method.request))
    const answer = Compile(standalone(method.answer))
    t.ok(request.Check(examples(operation.requestBody)), `${method.name} request`)
    t.ok(answer.Check(examples(operation.responses['200'])), `${method.name} answer`)
    for (const code of method.errors) t.ok(code in OPERATOR_ERRORS, `${method.name} ${code}`)
  }
})

t.test('every public code occurs with its status and its meaning', async t => {
  // Codes of no path of this API: of paths that do not exist, and of answers that only this node's
  // owner reads.
  const elsewhere = ['NOT_FOUND']
  for (const [code, { status }] of Object.entries(OPERATOR_ERRORS)) {
    t.equal(document['x-errors'][code].status, status, code)
    t.type(document['x-errors'][code].meaning, 'string', `the meaning of ${code}`)
    const statuses = operations.flatMap(([, { responses }]) =>
      Object.entries<Json>(responses)
        .filter(([, response]) => codesOf(response).includes(code))
        .map(([answered]) => Number(answered)),
    )
    if (elsewhere.includes(code)) t.strictSame(statuses, [], code)
    else t.ok(statuses.includes(status), `${code} answers ${status}`)
    const others = statuses.filter(answered => answered !== status)
    if (code !== 'REQUEST_FAILED') t.strictSame(others, [], `${code} answers nothing else`)
  }
  t.strictSame(Object.keys(document['x-errors']).sort(), Object.keys(OPERATOR_ERRORS).sort())
})

/** Each has an example; the schema lists none, because more may come. */
function codesOf({ content }: Json): string[] {
  const { schema, examples } = content?.['application/json'] ?? {}
  return schema?.$ref === '#/components/schemas/Error' ? Object.keys(examples) : []
}

t.test('what a generated client needs: one type for a choice, ids that go back as they came', t => {
  const { Currency, Provider, ...schemas } = document.components.schemas
  const text = JSON.stringify(schemas)
  for (const choice of [Currency, Provider]) {
    t.notOk(text.includes(`"enum":${JSON.stringify(choice.enum)}`), 'the choice is written once')
  }
  t.notMatch(text, /"format":"uuid"/)
  t.end()
})

t.test('every callback that is sent is the one in the document, field for field', async t => {
  const bodies = createWalletBodies({
    apiKey: 'key',
    playerId: 'p-77',
    sessionId: 's-1',
    currency: 'EUR',
    gameId: 'lucky-lanterns',
  })
  const money = { amountMinor: 250n, transaction: 'bet-1', roundId: 'r-1', timeS: 1 }
  const freeSpin = { grantId: 'g-1', externalId: null, nominalBetMinor: 20n, remaining: 0 }
  const named = { ...freeSpin, externalId: 'promo-1' }
  const summary = {
    ...named,
    status: 'used',
    total: 10,
    played: 10,
    betMinor: 20n,
    totalWinMinor: 340n,
    finishedAtMs: 1,
  }
  const context = { apiKey: 'key', playerId: 'p-77', currency: 'EUR', gameId: 'game' } as const
  const roundInfo = { event: 'start', roundId: 'r-1', timeS: 1 } as const
  const sent = [
    bodies.sessionInfo(),
    bodies.bet(money),
    bodies.win(money),
    bodies.roundInfo({ ...roundInfo, forced: false }),
    bodies.roundInfo({ ...roundInfo, forced: true }),
    bodies.refund({ ...money, originalTransaction: 'bet-1' }),
    bodies.bet({ ...money, amountMinor: 0n, freeSpin }),
    bodies.win({ ...money, freeSpin: named }),
    summaryBody(context, summary),
    summaryBody(context, { ...summary, externalId: null, status: 'expired', played: 0 }),
  ].map(body => JSON.parse(body))
  for (const body of sent) {
    const schema: Json = WALLET_CALLBACKS[body.method as keyof typeof WALLET_CALLBACKS]
    const check = Compile(schema)
    t.ok(check.Check(body), `${body.method} ${check.Errors(body)[0]?.message}`)
    t.strictSame(unknownFields(body, schema), [], `${body.method} has no other field`)
  }
  const methods = [...new Set(pluck(sent, 'method'))].sort()
  t.strictSame(methods, Object.keys(WALLET_CALLBACKS).sort())
})

function unknownFields(body: Json, schema: Json): string[] {
  return Object.entries<Json>(body).flatMap(([name, value]) => {
    const known = schema.properties?.[name]
    if (known === undefined) return [name]
    return typeof value === 'object' && value !== null ? unknownFields(value, known) : []
  })
}
