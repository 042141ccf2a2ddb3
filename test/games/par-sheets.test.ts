// The published PAR sheets: the printed figures are those of the data and of the game
// (return.test.ts computes the latter), and in npm run prove everything exact is computed again.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { REEL_SETS } from '../../src/core/reel-set.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { computeExactPar } from '../../src/games/rtp/exact-par.ts'

import { printParOverview, printParSheet } from '../../src/games/rtp/par-markdown.ts'
import type { ParSet, ParSheet } from '../../src/games/rtp/par-sheet.ts'
import { onlyFullSize } from '../support/size.ts'

const FOLDER = path.join(PROJECT_ROOT, 'docs', 'par')

function readSheet(gameId: string): ParSheet {
  return JSON.parse(readFileSync(path.join(FOLDER, `${gameId}.json`), 'utf8'))
}

function close(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other
  return Math.abs(one - other) <= 1e-10 * Math.max(1, Math.abs(other))
}

t.test('the overview shows every sheet', async t => {
  const sheets = GAMES.map(({ id }) => readSheet(id))
  t.equal(readFileSync(path.join(FOLDER, 'README.md'), 'utf8'), printParOverview(sheets))
})

for (const game of GAMES) {
  t.test(`${game.id}: its PAR sheet belongs to this version of the game`, async t => {
    const sheet = readSheet(game.id)
    t.equal(sheet.version, game.version, 'made by this mathematics: reelhouse par')
    t.equal(readFileSync(path.join(FOLDER, `${game.id}.md`), 'utf8'), printParSheet(sheet))
    t.same(
      sheet.paytable,
      game.symbols.map(({ id, role, pays }) => ({ id, role, pays })),
    )
    t.same(
      sheet.modes.map(({ id, priceBets }) => [id, priceBets]),
      game.modes.map(({ id, priceBets }) => [id, priceBets]),
    )
    for (const mode of sheet.modes) {
      for (const reelSet of REEL_SETS) {
        const set = mode.sets[reelSet]
        const published = game.figures[mode.id]![reelSet]
        const name = `${mode.id} ${reelSet}`
        t.ok(close(set.rtp, published.rtp), `${name}: return`)
        t.ok(close(set.hitFrequency, published.hitFrequency), `${name}: hit frequency`)
        t.ok(close(set.deviationBets, published.deviationBets), `${name}: deviation`)
        t.same(set.basis, published.basis, `${name}: basis`)
        const parts = Object.values(set.parts).reduce((sum, rtp) => sum + rtp, 0)
        t.ok(close(parts, set.rtp), `${name}: the parts add up to ${parts}`)
        const shares = set.distribution.reduce((sum, { share }) => sum + share, 0)
        t.ok(close(shares, 1), `${name}: the distribution is whole`)
      }
    }
  })

  t.test(`${game.id}: exact figures are computed again`, onlyFullSize, async t => {
    const sheet = readSheet(game.id)
    for (const mode of sheet.modes) {
      for (const reelSet of REEL_SETS) {
        const exact = computeExactPar(game.id, mode.id, reelSet)
        if (exact === null) return t.pass('its returns come from simulation')
        const set: ParSet = mode.sets[reelSet]
        const name = `${mode.id} ${reelSet}`
        t.ok(close(exact.rtp, set.rtp), `${name}: return`)
        t.ok(close(exact.hitFrequency, set.hitFrequency), `${name}: hit frequency`)
        t.ok(close(exact.deviationBets, set.deviationBets), `${name}: deviation`)
        t.ok(close(exact.featureEvery, set.featureEvery), `${name}: feature`)
        for (const [part, rtp] of Object.entries(exact.parts)) {
          t.ok(close(rtp, set.parts[part] ?? null), `${name}: ${part}`)
        }
      }
    }
  })
}
