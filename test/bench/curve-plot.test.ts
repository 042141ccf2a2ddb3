// Curves are drawn inside their panels, for any figures.

import t from 'tap'
import { drawCurves } from '../../bench/curve-plot.ts'

const curves = (points: [number, number | null][], isLog: boolean) =>
  drawCurves({
    title: 'a <title>',
    caption: '',
    axis: 'minutes',
    panels: [{ label: 'a panel', isLog, lines: [{ name: 'line', points }] }],
    marks: [{ x: 1, word: 'here' }],
  })

for (const isLog of [false, true]) {
  t.test(`every point lies in the panel${isLog ? ', by powers of ten' : ''}`, async t => {
    const svg = curves(
      [
        [1, 0.5],
        [2, 120],
        [3, null],
        [4, 7000],
      ],
      isLog,
    )
    const stretches = [...svg.matchAll(/<polyline [^>]*points="([^"]+)"/g)].map(found => found[1]!)
    t.equal(stretches.length, 2, 'a missing figure is a gap')
    const drawn = stretches
      .join(' ')
      .split(' ')
      .map(point => point.split(',').map(Number))
    t.equal(drawn.length, 3)
    for (const [x, y] of drawn) t.ok(x! >= 70 && x! <= 840 && y! >= 66 && y! <= 216, `${x},${y}`)
    t.match(svg, 'a &#60;title&#62;')
  })
}

t.test('no measurements give an empty picture, not a broken one', async t => {
  for (const isLog of [false, true]) t.notMatch(curves([], isLog), /NaN|Infinity/)
  t.notMatch(curves([[1, 0]], true), /NaN|Infinity/)
})
