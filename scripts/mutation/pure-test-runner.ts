// Stryker's test runner for the pure rooms: every test file is a bundle in this process, loaded
// again for each mutant. Must never be given a test that touches anything outside the process.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { MutantCoverage, StrykerOptions } from '@stryker-mutator/api/core'
import type { Ignorer } from '@stryker-mutator/api/ignore'
import {
  commonTokens,
  declareClassPlugin,
  declareValuePlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin'
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import fc from 'fast-check'
import { isIn, MUTATED_ROOMS } from './rooms.ts'
import { bundleTest, MUTANTS_MAX, type TestBundle } from './test-bundle.ts'

/** What instrumented code reads and writes. */
interface StrykerState {
  activeMutant?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

const state: StrykerState = {}
Object.assign(globalThis, { __stryker__: state })
/** In the sandbox, so that a restarted runner finds the counts of the first one. */
const COVERAGE_FILE = 'mutant-coverage.json'

class PureTestRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.options)
  readonly #files: readonly string[]
  #bundles = new Map<string, TestBundle>()
  #coverage: MutantCoverage = { static: {}, perTest: {} }

  constructor(options: StrykerOptions) {
    this.#files = options.pureTests as string[]
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    // One order of inputs for every mutant; the first failing input is enough.
    fc.configureGlobal({ seed: 1, endOnFailure: true })
    const bundles = await Promise.all(this.#files.map(bundleTest))
    this.#bundles = new Map(bundles.map(bundle => [bundle.file, bundle]))
    if (!existsSync(COVERAGE_FILE)) {
      writeFileSync(COVERAGE_FILE, JSON.stringify(await countCoverage(bundles)))
    }
    this.#coverage = JSON.parse(readFileSync(COVERAGE_FILE, 'utf8'))
  }

  async dryRun(): Promise<DryRunResult> {
    state.activeMutant = undefined
    const tests: TestResult[] = []
    for (const bundle of this.#bundles.values()) tests.push(...(await runAll(bundle, null)))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#coverage }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, hitLimit, sandboxFileName, testFilter } = options
    state.activeMutant = activeMutant.id
    state.hitLimit = hitLimit
    state.hitCount = hitLimit === undefined ? undefined : 0
    const tests: TestResult[] = []
    for (const [file, names] of this.#chosen(testFilter, sandboxFileName)) {
      tests.push(...(await runAll(this.#bundles.get(file)!, activeMutant.id, names)))
      if (tests.some(({ status }) => status === TestStatus.Failed)) break
    }
    const endless = determineHitLimitReached(state.hitCount, hitLimit)
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests })
  }

  /** The wanted tests of the mutated file's room, by file, the quickest first. */
  #chosen(ids: readonly string[] | undefined, mutated: string): Map<string, Set<string>> {
    const room = MUTATED_ROOMS.find(({ code }) => isIn(code, path.relative(process.cwd(), mutated)))
    const wanted = (ids ?? Object.keys(this.#coverage.perTest)).map(partsOf)
    const ofRoom = (file: string) => room === undefined || isIn(room.tests, file)
    const chosen = new Map<string, Set<string>>()
    for (const file of this.#files.filter(ofRoom)) {
      const names = wanted.filter(test => test.file === file).map(({ name }) => name)
      if (names.length > 0) chosen.set(file, new Set(names))
    }
    return chosen
  }
}

function idOf(file: string, name: string): string {
  return `${file}: ${name}`
}

function partsOf(id: string): { file: string; name: string } {
  const end = id.indexOf(': ')
  return { file: id.slice(0, end), name: id.slice(end + 2) }
}

/** Ends at the first failure. A file that can't be loaded fails as one test. */
async function runAll(
  { file, load }: TestBundle,
  mutantId: string | null,
  names?: ReadonlySet<string>,
): Promise<TestResult[]> {
  const results: TestResult[] = []
  const base = (name: string, startedMs: number) => ({
    id: idOf(file, name),
    name: idOf(file, name),
    fileName: file,
    timeSpentMs: performance.now() - startedMs,
  })
  let startedMs = performance.now()
  let current = names === undefined ? 'loading' : [...names][0]!
  try {
    for (const { name, run } of await load(mutantId)) {
      if (names !== undefined && !names.has(name)) continue
      current = name
      await run()
      results.push({ ...base(name, startedMs), status: TestStatus.Success })
      startedMs = performance.now()
    }
  } catch (error) {
    const failureMessage = String((error as Error).stack ?? error)
    results.push({ ...base(current, startedMs), status: TestStatus.Failed, failureMessage })
  }
  return results
}

/**
 * Code that runs while a file loads counts for each of its tests, because it is loaded again every
 * time.
 */
async function countCoverage(bundles: readonly TestBundle[]): Promise<MutantCoverage> {
  const perTest: MutantCoverage['perTest'] = {}
  for (const { file, loadCounting } of bundles) {
    const hits = new Float64Array(MUTANTS_MAX)
    const tests = await loadCounting(hits)
    const whileLoading = hits.slice()
    for (const { name, run } of tests) {
      hits.set(whileLoading)
      await run()
      perTest[idOf(file, name)] = hitsById(hits)
    }
  }
  return { static: {}, perTest }
}

function hitsById(hits: Float64Array): MutantCoverage['static'] {
  const reached = [...hits.keys()].filter(id => hits[id] !== 0)
  return Object.fromEntries(reached.map(id => [String(id), hits[id]!]))
}

/** The part of Babel's path that is used. */
interface Path {
  node: { type: string; callee?: { type: string; name?: string } }
  parentPath: Path | null
}

const TEXTS = new Set(['StringLiteral', 'TemplateLiteral'])
const ERRORS = new Set(['Error', 'RangeError', 'TypeError', 'SyntaxError'])

/**
 * Leaves out the texts of errors that only a programmer reads: `throw new RangeError('…')`. Whether
 * the error is thrown, and of which kind, is still mutated.
 */
const errorTexts: Ignorer = {
  shouldIgnore(found) {
    const { node, parentPath } = found as Path
    const callee = parentPath?.node.callee
    if (!TEXTS.has(node.type) || callee === undefined) return undefined
    const isError = callee.type === 'Super' || ERRORS.has(callee.name ?? '')
    return isError ? 'the text of an error' : undefined
  },
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'pure', PureTestRunner),
  declareValuePlugin(PluginKind.Ignore, 'error-texts', errorTexts),
]
