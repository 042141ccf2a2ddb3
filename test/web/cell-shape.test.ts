// The shape of cells: how much of an upright phone the reels of each game can take, and which cells
// show cards.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { cellShape, hasCards } from '../../web/play/stage/cell-shape.ts'

const PHONE = { width: 390, height: 844 }
/** Width of the frame at both sides of the reels together, as in forms.css. */
const FRAME_PX = 16
const LEAST_SHARE = 0.55

t.test('reels of three or four rows may take 55 % of the height of an upright phone', async t => {
  for (const { id, layout, mechanics } of GAMES) {
    if (layout.rows > 4) continue
    const width = (PHONE.width - FRAME_PX) / layout.columns
    const height = width * cellShape({ layout, mechanics: [...mechanics] }, true).tallest
    const share = (height * layout.rows) / PHONE.height
    t.ok(share >= LEAST_SHARE, `${id}: ${share}`)
    t.equal(hasCards({ mechanics: [...mechanics] }, width, height), layout.columns > 3, id)
  }
})

t.test('cells of a wide window are nearly square, and show no cards', async t => {
  for (const { id, layout, mechanics } of GAMES) {
    const game = { layout, mechanics: [...mechanics] }
    const { tallest } = cellShape(game, false)
    t.ok(tallest >= 1 && tallest < 1.3, `${id}: ${tallest}`)
    t.notOk(hasCards(game, 100, 100 * tallest), id)
  }
})

t.test('symbols that fall have no cards, whatever the cell', async t => {
  t.notOk(hasCards({ mechanics: ['cascades'] }, 50, 150))
  t.ok(hasCards({ mechanics: [] }, 50, 150))
})
