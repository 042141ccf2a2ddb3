// One test file with all the code it uses, as one text that is loaded again for every mutant: one
// mutant is switched on and all other switches are removed, so that it runs as fast as the code
// itself.

import path from 'node:path'
import vm from 'node:vm'
import { build } from 'esbuild'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { type CollectedTest, collectTests } from './tap-stand-in.ts'

/** Stryker's names; a bundle of several files numbers them. */
const SWITCH = /stryMutAct_9fa48\d*\("(\d+)"\)/g
const COVERED = /stryCov_9fa48\d*\("\d+"(?:, "\d+")*\)/g
const OFF = '!1'

/** The text without the calls that switch mutants, and where they were. */
interface Switches {
  readonly plain: string
  readonly places: ReadonlyMap<string, readonly { at: number; call: string }[]>
}

/** More than there are. */
export const MUTANTS_MAX = 50_000

export interface TestBundle {
  readonly file: string
  /** Runs the file's code and collects its tests. Null: every mutant off. */
  load(mutantId: string | null): Promise<CollectedTest[]>
  /** The same; `hits` counts how often the place of each mutant is reached, by its number. */
  loadCounting(hits: Float64Array): Promise<CollectedTest[]>
}

/** `file` is a test's source under the working folder, which holds the instrumented code. */
export async function bundleTest(file: string): Promise<TestBundle> {
  const result = await build({
    entryPoints: [path.resolve(file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    charset: 'utf8',
    logLevel: 'silent',
    define: { 'import.meta.dirname': JSON.stringify(path.join(PROJECT_ROOT, 'dist', 'src')) },
  })
  const text = result.outputFiles[0]!.text
  const switches = takeOutSwitches(text.replaceAll(COVERED, '0'))
  const counting = text.replaceAll(SWITCH, OFF).replaceAll(COVERED, countEach)
  return {
    file,
    load: mutantId => loadText(textWith(switches, mutantId)),
    loadCounting(hits) {
      Object.assign(globalThis, { mutantHits: hits })
      return loadText(`const mutantHits = globalThis.mutantHits;${counting}`)
    },
  }
}

/** Replaces Stryker's call, which takes longer than the mathematics it counts. */
function countEach(call: string): string {
  return `(${[...call.matchAll(/"(\d+)"/g)].map(([, id]) => `mutantHits[${id}]++`).join(',')})`
}

function takeOutSwitches(text: string): Switches {
  const places = new Map<string, { at: number; call: string }[]>()
  let plain = ''
  let end = 0
  for (const found of text.matchAll(SWITCH)) {
    plain += text.slice(end, found.index)
    const known = places.get(found[1]!) ?? []
    places.set(found[1]!, [...known, { at: plain.length, call: found[0] }])
    plain += OFF
    end = found.index + found[0].length
  }
  return { plain: plain + text.slice(end), places }
}

/** The switch of the active mutant stays a call: Stryker counts it to end endless loops. */
function textWith({ plain, places }: Switches, mutantId: string | null): string {
  let text = ''
  let end = 0
  for (const { at, call } of (mutantId !== null && places.get(mutantId)) || []) {
    text += plain.slice(end, at) + call
    end = at + OFF.length
  }
  return text + plain.slice(end)
}

const packages = new Map<string, Promise<vm.SyntheticModule>>()

async function loadText(text: string): Promise<CollectedTest[]> {
  const { t, tests } = collectTests()
  const module = new vm.SourceTextModule(text)
  await module.link(name => (name === 'tap' ? moduleOf({ default: t }) : packageNamed(name)))
  await module.evaluate()
  return tests
}

/** Packages are loaded once, because they are not mutated. */
function packageNamed(name: string): Promise<vm.SyntheticModule> {
  const known = packages.get(name) ?? import(name).then(moduleOf)
  packages.set(name, known)
  return known
}

function moduleOf(exported: Record<string, unknown>): vm.SyntheticModule {
  return new vm.SyntheticModule(Object.keys(exported), function () {
    for (const [name, value] of Object.entries(exported)) this.setExport(name, value)
  })
}
