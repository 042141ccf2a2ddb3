// Mistakes planted into a copy of the built mathematics, one at a time: each must be caught by what
// the tests check (exact returns, simulated returns, the independent reading of rounds), the pinned
// seeds left aside. Proves that those checks can fail.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/config.ts'
import { findFaults, type Mathematics } from './fault-finding.ts'
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.ts'

const BUILT = path.join(PROJECT_ROOT, 'dist', 'src')
const COPIES = path.join(PROJECT_ROOT, 'dist', `planted-faults-${process.pid}`)
t.teardown(() => rmSync(COPIES, { recursive: true, force: true }))

/** A copy of the mathematics with one text of one file replaced; each copy loads as its own code. */
async function plant(number: number, fault: PlantedFault | null): Promise<Mathematics> {
  const src = path.join(COPIES, String(number), 'src')
  mkdirSync(src, { recursive: true })
  for (const room of ['games', 'core']) {
    cpSync(path.join(BUILT, room), path.join(src, room), { recursive: true })
  }
  cpSync(path.join(BUILT, 'limits.js'), path.join(src, 'limits.js'))
  if (fault !== null) {
    const file = path.join(src, 'games', fault.file)
    const code = readFileSync(file, 'utf8')
    const places = code.split(fault.find).length - 1
    if (places !== 1) throw new Error(`"${fault.find}" is ${places} times in ${fault.file}`)
    writeFileSync(file, code.replace(fault.find, fault.put))
  }
  const load = (file: string) => import(pathToFileURL(path.join(src, 'games', file)).href)
  const [catalogue, exact, simulation, recorder, rng] = await Promise.all([
    load('catalogue.js'),
    load('exact-par.js'),
    load('simulate.js'),
    load('recorder.js'),
    load('rng.js'),
  ])
  return { ...catalogue, ...exact, ...simulation, ...recorder, ...rng }
}

t.test('the mathematics as it is has no fault that the checks would find', async t => {
  const mathematics = await plant(0, null)
  for (const gameId of new Set(PLANTED_FAULTS.map(({ game }) => game))) {
    t.same(findFaults(mathematics, gameId, true), [], gameId)
  }
})

PLANTED_FAULTS.forEach((fault, index) => {
  t.test(`${fault.game}: ${fault.what} is caught`, async t => {
    const mathematics = await plant(index + 1, fault)
    const found = findFaults(mathematics, fault.game, fault.needsExact === true)
    t.not(found.length, 0, found.join('; '))
  })
})
