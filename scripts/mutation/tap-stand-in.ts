// Replaces tap in test files while mutants run: tap's assertions without its output, so that a file
// runs in milliseconds. A failed assertion ends its test. Must never pass what tap fails.

import { match, same, strict } from 'tcompare'

export interface CollectedTest {
  readonly name: string
  run(): Promise<void>
}

type Body = (t: StandIn) => unknown

class AssertionFailed extends Error {}

/** The first failure of a test counts even if the test's own code catches the error. */
class StandIn {
  readonly #onTest: (name: string, body: Body) => Promise<void>
  #nested = Promise.resolve()
  #cleanUps: (() => unknown)[] = []
  failure: Error | null = null

  constructor(onTest?: (name: string, body: Body) => Promise<void>) {
    this.#onTest = onTest ?? ((name, body) => this.#runNested(name, body))
  }

  test = (name: string, ...rest: unknown[]) => this.#onTest(name, rest.at(-1) as Body)
  comment = () => {}
  teardown = (cleanUp: () => unknown) => void this.#cleanUps.unshift(cleanUp)
  pass = () => true
  fail = (message: unknown = 'fail') => this.#check(false, message)
  ok = (value: unknown, message?: unknown) => this.#check(Boolean(value), message ?? 'ok')
  notOk = (value: unknown, message?: unknown) => this.#check(!value, message ?? 'notOk')
  equal = this.#comparing('equal', Object.is)
  not = this.#comparing('not', (found, wanted) => !Object.is(found, wanted))
  same = this.#comparing('same', (found, wanted) => same(found, wanted).match)
  notSame = this.#comparing('notSame', (found, wanted) => !same(found, wanted).match)
  strictSame = this.#comparing('strictSame', (found, wanted) => strict(found, wanted).match)
  match = this.#comparing('match', (found, wanted) => match(found, wanted).match)
  notMatch = this.#comparing('notMatch', (found, wanted) => !match(found, wanted).match)
  /** Those names of `typeof` that tests use. */
  type = this.#comparing('type', (found, name) => typeof found === name && found !== null)

  throws = (act: () => unknown, wanted?: unknown, message?: unknown) => {
    const thrown = errorOf(act)
    if (thrown === null) return this.#check(false, 'nothing was thrown')
    return this.#checkError(thrown.error, wanted, message)
  }

  doesNotThrow = (act: () => unknown, message?: unknown) =>
    this.#check(errorOf(act) === null, message ?? 'doesNotThrow')

  rejects = async (act: Promise<unknown> | (() => Promise<unknown>), wanted?: unknown) => {
    const thrown = await (typeof act === 'function' ? act() : act).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (thrown === null) return this.#check(false, 'nothing was rejected')
    return this.#checkError(thrown.error, wanted)
  }

  async end(): Promise<void> {
    await this.#nested
    for (const cleanUp of this.#cleanUps) await cleanUp()
    if (this.failure !== null) throw this.failure
  }

  /** tap compares a thrown error by shape, and a regular expression with its message. */
  #checkError(error: unknown, wanted: unknown, message?: unknown): boolean {
    if (wanted === undefined || typeof wanted === 'string') return true
    const text = error instanceof Error ? error.message : error
    const found = wanted instanceof RegExp ? text : error
    const shape = wanted instanceof Error ? { name: wanted.name, message: wanted.message } : wanted
    return this.#check(match(found, shape).match, message ?? 'throws')
  }

  #runNested(name: string, body: Body): Promise<void> {
    this.#nested = this.#nested.then(async () => {
      try {
        await runBody(body)
      } catch (error) {
        this.failure ??= error as Error
        throw new AssertionFailed(`${name}: ${String((error as Error).message)}`)
      }
    })
    this.#nested.catch(() => {})
    return this.#nested
  }

  #comparing(name: string, isRight: (found: unknown, wanted: unknown) => boolean) {
    return (found: unknown, wanted: unknown, message: unknown = name) =>
      this.#check(isRight(found, wanted), message)
  }

  #check(isRight: boolean, message: unknown): boolean {
    if (isRight) return true
    const failure = new AssertionFailed(String(message))
    this.failure ??= failure
    throw failure
  }
}

/** The `t` for one loading of a test file, and the tests that the file registers with it. */
export function collectTests(): { t: StandIn; tests: CollectedTest[] } {
  const tests: CollectedTest[] = []
  const t = new StandIn((name, body) => {
    const earlier = tests.filter(test => test.name.replace(/ \(\d+\)$/, '') === name).length
    const ownName = earlier === 0 ? name : `${name} (${earlier + 1})`
    tests.push({ name: ownName, run: () => runBody(body) })
    return Promise.resolve()
  })
  return { t, tests }
}

async function runBody(body: Body): Promise<void> {
  const t = new StandIn()
  await body(t)
  await t.end()
}

function errorOf(act: () => unknown): { error: unknown } | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof AssertionFailed) throw error
    return { error }
  }
}
