// Played by npm run prove: each planted fault takes three seconds of a core.
//
// Mistakes planted into a copy of the built mathematics, one at a time: each must be caught by the
// tests' checks (exact returns, simulated returns, the independent reading of rounds), without the
// pinned seeds. This proves that those checks can fail.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { type Mistake, plantMistake, readMistakes } from '../support/mistakes.ts'
import { findFaults, type Mathematics } from './fault-finding.ts'

const JUDGE = /^the (exact )?mathematics of ([a-z-]+)$/

interface Fault {
  mistake: Mistake
  /** The game whose checks must find it. */
  game: string
  /** Too small for a short simulation: only the exact calculation finds it. */
  needsExact: boolean
}

function readFaults(): Fault[] {
  return readMistakes().flatMap(mistake => {
    const [, exact, game] = JUDGE.exec(`${mistake.foundBy}`) ?? []
    return game === undefined ? [] : [{ mistake, game, needsExact: exact !== undefined }]
  })
}

const FAULTS = readFaults()
const BUILT = path.join(PROJECT_ROOT, 'dist', 'src')
const COPIES = path.join(PROJECT_ROOT, 'dist', `planted-faults-${process.pid}`)
let copies = 0
t.teardown(() => rmSync(COPIES, { recursive: true, force: true }))

/** A copy of the mathematics with one text of one file replaced; each copy loads separately. */
async function plant(
  gameId: string,
  exactToo: boolean,
  mistake: Mistake | null,
): Promise<Mathematics> {
  const src = path.join(COPIES, String(++copies), 'src')
  mkdirSync(src, { recursive: true })
  for (const room of ['games', 'core']) {
    cpSync(path.join(BUILT, room), path.join(src, room), { recursive: true })
  }
  cpSync(path.join(BUILT, 'limits.js'), path.join(src, 'limits.js'))
  if (mistake !== null) {
    const compiled = path.join(src, '..', mistake.file.replace(/ts$/, 'js'))
    writeFileSync(compiled, plantMistake(mistake))
  }
  const load = (file: string) => import(pathToFileURL(path.join(src, 'games', file)).href)
  const [ofGame, par, simulation, recorder, rng] = await Promise.all([
    load(`catalogue/${gameId}/game.js`),
    exactToo ? load(`catalogue/${gameId}/par.js`) : { computePar: null },
    load('rtp/simulate.js'),
    load('engine/recorder.js'),
    load('engine/rng.js'),
  ])
  const isGame = (one: unknown) => (one as Game).id === gameId && 'figures' in (one as Game)
  const game = Object.values(ofGame).find(isGame) as Game
  return { game, computePar: par.computePar, ...simulation, ...recorder, ...rng }
}

t.test('the checks find no fault in the unchanged mathematics', async t => {
  for (const gameId of new Set(FAULTS.map(({ game }) => game))) {
    const exactToo = FAULTS.some(fault => fault.game === gameId && fault.needsExact)
    t.same(findFaults(await plant(gameId, exactToo, null)), [], gameId)
  }
})

for (const { mistake, game, needsExact } of FAULTS) {
  t.test(`${game}: ${mistake.name} is caught`, async t => {
    const found = findFaults(await plant(game, needsExact, mistake))
    t.not(found.length, 0, found.join('; '))
  })
}
