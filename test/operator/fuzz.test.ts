// Played by npm run prove: its short form sends as many requests of a new seed.
//
// The operator API under unreasonable requests: for every operation of the served document,
// requests drawn from its schema, valid and broken. Two projects on one node: no answer is a 5xx or
// undocumented, none reveals the other project's records, and none of those change.
//
// FUZZ_REQUESTS=10000 FUZZ_SEED=7 npm test -- test/operator/fuzz sends more and other requests.

import fc from 'fast-check'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { request } from 'undici'
import { HTTP_BODY_MAX_BYTES } from '../../src/edge/operator.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { anyCharacter } from '../support/any-character.ts'
import { act as actAt, bodyOf, credentialsOf } from '../support/game-actions.ts'
import { BET, GAME, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { makeRound, storeRound } from '../support/report-rounds.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_517)

const setup = await openSetup(t)
const { pool } = setup
const node = await setup.startNode()
const mine = await newProject('mine')
const rival = await newProject('rival')

async function newProject(projectId: string): Promise<Project> {
  await setup.newProject(projectId)
  return setup.changeSettings(
    {
      rtp: { provider_a: { providerBps: 9_500, personal: true, adaptive: null } },
      callsPerMinute: { launch: 1_000_000, actions: 1_000_000, reports: 1_000_000 },
    },
    projectId,
  )
}

const document: Json = await (await request(`${node.baseUrl}/docs/openapi.json`)).body.json()

/** A schema of the document without references, as validators need it. */
function standalone(schema: Json): Json {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'))
}
const resolved = (schema: Json): Json =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)]

const ask = (as: Project, path: string, fields: object): Promise<Json> =>
  bodyOf(post(node, path, { ...credentialsOf(as), ...fields }))
const act = (as: Project, method: string, fields: object = {}): Promise<Json> =>
  bodyOf(actAt(node, as, method, fields))

/** Both projects have a player of this name; the other project's records have another mark. */
const SHARED = 'shared'

/** Records of every kind; each id, name, text and amount of the project begins with the mark. */
async function populate(as: Project, mark: string, stakeMinor: bigint) {
  const players = [SHARED, `${mark}-ann`, `${mark}-bob`]
  const external_id = `${mark}-external`
  for (const player_id of players) {
    await post(node, '/playGame.do', launchBody(as, { player_id }))
    for (const fate of ['lost', 'won'] as const) {
      const round = { projectId: as.projectId, playerId: player_id, stakeMinor, fate }
      await storeRound(pool, makeRound({ ...round, winMinor: stakeMinor + 1n }))
    }
  }
  const bob = { player_id: players[1], currency: 'EUR', symbol: GAME, count: 77, bet: '0.20' }
  const { grant } = await act(as, 'freespins_create', { ...bob, external_id })
  const target = { player_id: players[1], symbol: 'cherry-classic', multiplier: '2', external_id }
  const { outcome } = await act(as, 'outcome_schedule', { ...target, comment: `${mark}-comment` })
  const level = { player_id: SHARED, provider: 'provider_a', reason: `${mark}-reason` }
  await ask(as, '/playerRtp.do', { action: 'set', rtp: 91.23, ...level })
  const { rounds, next_cursor } = await act(as, 'report_rounds', { limit: 1 })
  const totals = await act(as, 'report_reconciliation', { limit: 1 })
  return {
    players,
    externalIds: [external_id],
    grantIds: [grant.grant_id as string],
    targetOutcomeIds: [outcome.outcome_id as string],
    roundIds: [rounds[0].round_id as string],
    cursors: [next_cursor, totals.next_cursor] as string[],
  }
}

/** All records that the project can read. */
async function readAll(as: Project): Promise<string> {
  const { outcomes } = await act(as, 'outcome_list')
  return JSON.stringify([
    await act(as, 'freespins_list'),
    // The search ends at any time, so its status is left out.
    outcomes.map((outcome: Json) => ({ ...outcome, status: null, variants: null })),
    await act(as, 'report_rounds'),
    await act(as, 'report_reconciliation'),
    await ask(as, '/playerRtp.do', { action: 'get', player_id: SHARED, provider: 'provider_a' }),
  ])
}

const own = await populate(mine, 'own', 1_200n)
const theirs = await populate(rival, 'rival', 7_654_321n)
const before = await readAll(rival)
/** Texts that no answer to `mine` may hold. */
const SECRETS = [
  rival.apiKey,
  'rival',
  '76543.2',
  ...theirs.grantIds,
  ...theirs.targetOutcomeIds,
  ...new Set(before.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)),
]

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
const HOSTILE: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 0.1 + 0.2, 1e308, 2 ** 53, 2 ** 31, 1e-7],
  ...['', ' ', '\0', 'a\0b', '\ud800', 'a\udfff', '😀', '\u202e', '\u00a0', 'é', 'e\u0301'],
  ...['x'.repeat(127), 'x'.repeat(129), '😀'.repeat(128), 'x'.repeat(10_000), '9'.repeat(400)],
  ...['0', '-1', '1e5', '01', '0.10', '.5', '١٢', 'NaN', 'Infinity', 'null', '__proto__'],
  ...["'; DROP TABLE round; --", '%', '_', '\\', '{}', '../../etc/passwd', '<b>', '$1'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+010000-01-01T00:00:00Z', '2026-02-30'],
  ...['2026-01-01', '2026-01-01T00:00:00+23:59', '1969-12-31T23:59:59.999999999Z'],
  ...[[], {}, [null], { toString: 1 }, { length: 1 }, JSON.parse('{"__proto__":{"a":1}}')],
  ...[deep(50), deep(1_000), Array(2_000).fill('day'), ['day', 'day']],
]
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const inTime = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const tampered = fc
  .tuple(fc.constantFrom(...own.cursors, ...theirs.cursors), fc.nat(200), fc.base64String())
  .map(([cursor, at, text]) => cursor.slice(0, at) + text.slice(0, 3) + cursor.slice(at + 3))

/** Meaningful values, by field, including those of other projects. */
const MEANINGFUL: Readonly<Record<string, readonly unknown[]>> = {
  player_id: [...own.players, ...theirs.players, 'newcomer'],
  symbol: [GAME, 'cherry-classic', 'forty-suns', 'crystal-cluster', 'no-such-game'],
  lang: ['en', 'pt-BR', 'uk_UA', 'zh-Hans', 'xx'],
  gametype: ['demo', 'demo', 'demo', 'real'],
  bet: ['0.20', '0.2', '1.00', '3.33'],
  count: [1, 5, 1_000],
  multiplier: ['2', 2, '2.50', '500.01'],
  kind: ['spin', 'bonus'],
  spin_number: [1, 7],
  expires_at: [inTime(1), inTime(29), inTime(60), inTime(-1)],
  meta: [{}, { a: '\0', b: [1.5, null, '\ud800'] }],
  comment: ['', 'a comment'],
  grant_id: [...own.grantIds, ...theirs.grantIds],
  outcome_id: [...own.targetOutcomeIds, ...theirs.targetOutcomeIds],
  round_id: [...own.roundIds, ...theirs.roundIds],
  rtp: [60, '94.55', 100, 59.99],
  reason: ['', 'a reason'],
  min_minor: ['1', null, '100'],
  max_minor: ['100', null, '50'],
  from: [inTime(-30), '2026-01-01', inTime(-500)],
  to: [inTime(0), '2099-01-01T00:00:00Z'],
  cursor: [...own.cursors, ...theirs.cursors],
}
/**
 * Texts of the other project that must not be stored in a record of `mine`, or they would look like
 * a leak.
 */
const READ_ONLY: Readonly<Record<string, readonly string[]>> = {
  player_id: theirs.players.filter(player => player !== SHARED),
}
const CREATES = ['playGame', 'freespins_create', 'outcome_schedule']

/** A value of the schema. */
function drawFrom(schema: Json): fc.Arbitrary<unknown> {
  const parts = schema.anyOf ?? schema.oneOf
  if (parts !== undefined) return fc.oneof(...parts.map(drawFrom))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return schema.pattern === undefined
        ? fc.oneof(
            fc.string({
              unit: 'grapheme',
              minLength: schema.minLength ?? 0,
              maxLength: Math.min(schema.maxLength ?? 40, 140),
            }),
            fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udfff', '\u202e', ' ', '😀'.repeat(128)),
          )
        : fc.stringMatching(new RegExp(schema.pattern))
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(drawFrom(schema.items), { maxLength: 4 })
    case 'object':
      return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    default:
      return fc.jsonValue()
  }
}

interface Operation {
  path: string
  verb: 'GET' | 'POST'
  /** The method or action; null for a path with one only. */
  name: string | null
  request: Json | null
  responses: Json
  isAnswer: { Check(value: unknown): boolean }
  /** Codes that this method cannot answer although others of the path can. */
  foreign: ReadonlySet<string>
}

const contentOf = (response: Json) => response?.content?.['application/json']?.schema
const operations = Object.entries<Json>(document.paths).flatMap(([path, verbs]): Operation[] =>
  Object.entries<Json>(verbs).flatMap(([verb, operation]) => {
    const { responses } = operation
    if (verb === 'get') {
      const isAnswer = Compile(standalone(contentOf(responses[200]) ?? {}))
      const none = { name: null, request: null, foreign: new Set<string>() }
      return [{ path, verb: 'GET', ...none, responses, isAnswer }]
    }
    const methods: Json[] = operation['x-methods']
    return methods.map(
      (method): Operation => ({
        path,
        verb: 'POST',
        name: method.name,
        request: resolved(method.request),
        responses,
        isAnswer: Compile(standalone(method.answer)),
        foreign: new Set(
          methods
            .flatMap(({ errors }): string[] => errors)
            .filter(code => !method.errors.includes(code)),
        ),
      }),
    )
  }),
)

type Entry = readonly [field: string, value: unknown]

function fieldsOf({ request: schema, name }: Operation): fc.Arbitrary<Entry[]> {
  const required: string[] = schema.required ?? []
  const fields = Object.entries<Json>(schema.properties).map(([field, part]) => {
    const isRequired = required.includes(field)
    if (field === 'partner') return fc.constant([[field, mine.projectId]] as Entry[])
    if (field === 'api_key') return fc.constant([[field, mine.apiKey]] as Entry[])
    const isCreated = CREATES.includes(name ?? '')
    const known = [
      ...(MEANINGFUL[field] ?? []),
      ...(field === 'external_id' ? own.externalIds : []),
      ...(field === 'external_id' && !isCreated ? theirs.externalIds : []),
    ].filter(value => !isCreated || !READ_ONLY[field]?.includes(value as string))
    const drawn = drawFrom(resolved(part))
    const value =
      known.length === 0
        ? drawn
        : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 4 }, drawn)
    const chance = isRequired ? 0 : field === 'freespins' ? 9 : 2
    return fc
      .tuple(fc.nat(chance), value)
      .map(([dice, drawn]): Entry[] => (dice === 0 ? [[field, drawn]] : []))
  })
  return fc.tuple(fc.nat(9), ...fields).map(([dice, ...all]) => onlyOneId(all.flat(), dice))
}

/** Mostly one of a record's two ids: with both, or neither, a request ends early. */
function onlyOneId(entries: Entry[], dice: number): Entry[] {
  const ids = entries.filter(([name]) => /^(grant|outcome|external)_id$/.test(name))
  if (ids.length < 2 || dice === 0) return entries
  return entries.filter(entry => !ids.includes(entry) || entry === ids[dice % 2])
}

type Harm = (entries: readonly Entry[], at: number, value: unknown) => Entry[]
const HARMS: readonly Harm[] = [
  (entries, at) => entries.filter((_, index) => index !== at),
  (entries, at, value) => entries.map((entry, index) => (index === at ? [entry[0], value] : entry)),
  (entries, at) => entries.map((entry, index) => (index === at ? [entry[0], null] : entry)),
  (entries, at) =>
    entries.map((entry, number) => [entry[0], entries[(number + at) % entries.length]![1]]),
  (entries, at) => [...entries, entries[at]!],
  (entries, at, value) => [...entries, [entries[at]![0], value]],
  (entries, _, value) => [...entries, ['unknown_field', value]],
  (entries, _, value) => [['__proto__', value], ...entries],
  (entries, _, value) => [['constructor', value], ...entries],
  (entries, at) => [...entries, [`${entries[at]![0]}\0`, 1]],
]
/** Valid credentials first: most code runs behind them. */
const harm = fc.tuple(fc.constantFrom(...HARMS), fc.nat(), fc.nat(9), hostile)

interface Draft {
  operation: Operation
  verb: string
  body: string | Buffer | null
  headers: [string, string][]
}

const printEntries = (entries: readonly Entry[]) =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`

/** The body as it is sent; mostly valid. */
const WIRES: readonly ((text: string) => string | Buffer)[] = [
  ...Array<(text: string) => string>(90).fill(text => text),
  text => text.slice(0, -1),
  text => text.slice(0, text.length >> 1),
  text => `${text}${text}`,
  text => `[${text}]`,
  text => `\ufeff${text}`,
  text => text.replace('}', `,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  text => text + ' '.repeat(HTTP_BODY_MAX_BYTES),
  text => Buffer.from(text, 'utf16le'),
  text => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x22, 0x7d])]),
  () => '',
  () => 'null',
  () => '"text"',
]
const TYPES: readonly string[][] = [
  ...Array<string[]>(80).fill(['application/json']),
  ['application/json; charset=utf-8'],
  ['APPLICATION/JSON'],
  ['application/jsonp'],
  ['text/plain'],
  [],
  ['application/json', 'text/plain'],
  ['multipart/form-data; boundary=x'],
]
const KEYS: readonly string[][] = [
  ...Array<string[]>(60).fill([]),
  ['key-1'],
  ['key-2'],
  ['key-3'],
  ['k'.repeat(128)],
  ['k'.repeat(129)],
  [''],
  ['a b'],
  ['é'],
  ['key-1', 'key-1'],
  ['key-4', 'key-5'],
]

const draft: fc.Arbitrary<Draft> = fc
  .constantFrom(...operations)
  .chain((operation): fc.Arbitrary<Draft> => {
    const verb = fc.constantFrom(...Array(90).fill(operation.verb), 'PUT', 'DELETE', 'PATCH')
    if (operation.verb === 'GET') {
      const tags = fc.constantFrom('*', '"x"', 'W/"x"', '', 'x'.repeat(2_000))
      return fc.record({
        operation: fc.constant(operation),
        verb,
        body: fc.constant(null),
        headers: fc.array(
          fc.tuple(fc.constantFrom('if-none-match', 'accept-encoding', 'range', 'origin'), tags),
          { maxLength: 2 },
        ),
      })
    }
    return fc
      .record({
        verb,
        entries: fieldsOf(operation),
        harms: fc.array(harm, { maxLength: 2 }),
        wire: fc.constantFrom(...WIRES),
        types: fc.constantFrom(...TYPES),
        keys: fc.constantFrom(...KEYS),
      })
      .map(({ verb, entries, harms, wire, types, keys }) => {
        const harmed = harms.reduce<Entry[]>((all, [change, at, dice, value]) => {
          if (all.length === 0) return all
          // The first three are partner, api_key and the field that selects the method.
          const from = dice === 0 || all.length <= 3 ? 0 : 3
          return change(all, from + (at % (all.length - from)), value)
        }, entries)
        const headers: [string, string][] = [
          ...types.map((type): [string, string] => ['content-type', type]),
          ...keys.map((key): [string, string] => ['idempotency-key', key]),
        ]
        return { operation, verb, body: wire(printEntries(harmed)), headers }
      })
  })

const tamper = fc
  .tuple(fc.constantFrom('report_rounds', 'report_reconciliation'), tampered)
  .map(([name, cursor]): Draft => {
    const operation = operations.find(each => each.name === name)!
    const credentials = { partner: mine.projectId, api_key: mine.apiKey, method: name }
    return {
      operation,
      verb: 'POST',
      body: JSON.stringify({ ...credentials, limit: 1, cursor }),
      headers: [['content-type', 'application/json']],
    }
  })

/** The fault of the answer; null: none. */
async function problemWith({ operation, verb, body, headers }: Draft): Promise<string | null> {
  const answer = await request(`${node.baseUrl}${operation.path}`, {
    method: verb as 'POST',
    headers: headers.flat(),
    body,
  })
  const text = await answer.body.text()
  const status = answer.statusCode
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (status >= 500) return `a ${status}`
  // It answers with the player id that it was given.
  const given = operation.name === 'sessions_end' ? String(body) : ''
  const secret = SECRETS.find(each => text.includes(each) && !given.includes(each))
  if (secret !== undefined) return `contains ${secret}`
  if (status === 304) return operation.responses[304] === undefined ? 'a 304' : null
  // uWebSockets.js refuses a head past its bound before any code of the platform runs.
  if (status === 431) return null
  const answered: Json = JSON.parse(text)
  if (status === 200) return operation.isAnswer.Check(answered) ? null : 'an answer of another form'
  const code: string = answered.message
  codes.add(code)
  if (code === 'REQUEST_FAILED') return 'REQUEST_FAILED'
  const schema = contentOf(operation.responses[status])
  if (schema === undefined || !Compile(standalone(schema)).Check(answered)) {
    return `${status} ${code} is not documented`
  }
  // The method field may have been broken: then all codes of the path are allowed.
  const isNamed = String(body).includes(`"${operation.name}"`)
  if (isNamed && operation.foreign.has(code)) return `${code} is not of ${operation.name}`
  const known = ['status', 'message', ...(DETAILS[code] ?? [])]
  const isKnown = Object.keys(answered as object).every(name => known.includes(name))
  return isKnown ? null : 'an error with more than its code'
}

/** What an error may say besides its code. */
const DETAILS: Readonly<Record<string, readonly string[]>> = {
  INVALID_REQUEST: ['field', 'cause'],
  IP_NOT_ALLOWED: ['address'],
  BALANCE_UNAVAILABLE: ['cause'],
}

const statuses = new Map<number, number>()
const codes = new Set<string>()

t.test(
  `${REQUESTS} requests of seed ${SEED}: every answer is documented and has own records only`,
  async t => {
    const problems = new Map<string, string>()
    const CHUNK = 200
    const drawn = fc.oneof({ arbitrary: draft, weight: 20 }, { arbitrary: tamper, weight: 1 })
    for (let done = 0; done < REQUESTS; done += CHUNK) {
      const numRuns = Math.min(CHUNK, REQUESTS - done)
      for (const each of fc.sample(drawn, { numRuns, seed: SEED + done })) {
        const problem = await problemWith(each)
        if (problem === null) continue
        const { operation, verb, body, headers } = each
        const at = `${operation.path} ${operation.name}: ${problem}`
        const sent = `${verb} ${JSON.stringify(headers)} ${String(body).slice(0, 600)}`
        if (!problems.has(at)) problems.set(at, sent)
      }
    }
    t.strictSame(Object.fromEntries(problems), {})
    const figures = [...statuses].sort().map(([status, times]) => `${times} of ${status}`)
    if (REQUESTS > 600) console.error(figures.join(', '), [...codes].sort().join(' '))
  },
)

t.test('the requests reached all their targets', async t => {
  t.ok((statuses.get(200) ?? 0) > REQUESTS / 10, `${statuses.get(200)} were carried out`)
  t.ok(codes.size > 15, [...codes].sort().join(' '))
})

t.test('no record of the other project has changed, and the node is healthy', async t => {
  t.equal(await readAll(rival), before)
  const { statusCode, body } = await request(`${node.baseUrl}/health`)
  t.equal(statusCode, 200, await body.text())
  const { client } = await setup.openGame(node, 'afterwards')
  t.equal((await client.spin(BET)).type, 'round')
})
