// A flame graph shows a profile correctly: a frame is as wide as its own share with that of all it
// called.

import t from 'tap'
import { drawFlameGraph } from '../../bench/profile/flame-graph.ts'
import {
  type CpuProfile,
  type Locate,
  readCpuProfile,
  readHeapProfile,
  roomOf,
  totalOf,
} from '../../bench/profile/frames.ts'

const frame = (functionName: string, url = '') => ({
  functionName,
  url,
  lineNumber: 0,
  columnNumber: 0,
})
const locate: Locate = ({ url, lineNumber }) => ({ file: url, line: lineNumber + 1 })

/**
 * `a` 600 µs of its own, `b` 400 µs below it, `<c & "d">` 1,000 µs, 2,000 µs idle, `constructor` 1
 * µs.
 */
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 4, 5, 6] },
    { id: 2, callFrame: frame('a', 'src/edge/a.ts'), children: [3, 7] },
    { id: 3, callFrame: frame('b', 'src/wallet/b.ts') },
    { id: 4, callFrame: frame('<c & "d">', 'node:net') },
    { id: 5, callFrame: frame('(idle)') },
    { id: 6, callFrame: frame('constructor', 'src/core/tiny.ts') },
    // Another version of the same function.
    { id: 7, callFrame: frame('b', 'src/wallet/b.ts') },
  ],
  samples: [2, 3, 7, 4, 5, 6],
  timeDeltas: [50, 600, 300, 100, 1000, 2000],
}

interface Box {
  title: string
  x: number
  y: number
  width: number
}

const boxesOf = (svg: string): Box[] =>
  [
    ...svg.matchAll(
      /<title>([^<]*)<\/title><rect class="f" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)"/g,
    ),
  ].map(([, title, x, y, width]) => ({
    title: title!,
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }))

const tree = readCpuProfile({ ...PROFILE, timeDeltas: [...PROFILE.timeDeltas, 1] }, locate)
const svg = drawFlameGraph('a "thread"', tree)
const boxes = boxesOf(svg)
const box = (name: string) => boxes.find(({ title }) => title.split(/[:,]/)[0] === name)!

t.test('times add up, without idle time', async t => {
  t.equal(totalOf(tree.root), 2_001)
  t.equal(tree.idle, 2_000)
})

t.test('a frame is as wide as its own time and that of its calls', async t => {
  const all = box('all')
  const near = (found: number, wanted: number) => t.ok(Math.abs(found - wanted) < 0.02, `${found}`)
  near(box('a').width, (all.width * 1000) / 2001)
  near(box('b').width, (all.width * 400) / 2001)
  near(box('&#60;c &#38; &#34;d&#34;&#62;').width, (all.width * 1000) / 2001)
  t.equal(boxes.filter(({ title }) => title.startsWith('b,')).length, 1, 'two versions are one')
})

t.test('a callee is above its caller, and neighbours do not overlap', async t => {
  const [a, b, c] = [box('a'), box('b'), box('&#60;c &#38; &#34;d&#34;&#62;')]
  t.ok(b.y < a.y && a.y < box('all').y)
  t.ok(b.x >= a.x && b.x + b.width <= a.x + a.width + 0.02)
  t.ok(Math.abs(c.x - (a.x + a.width)) < 0.02 || Math.abs(a.x - (c.x + c.width)) < 0.02)
})

t.test('a title has function, line and share, with its special characters escaped', async t => {
  t.match(box('b').title, 'b, src/wallet/b.ts:1: 20.0 %, 0.4 ms, 0.4 ms of its own')
  t.match(
    box('&#60;c &#38; &#34;d&#34;&#62;').title,
    '&#60;c &#38; &#34;d&#34;&#62;, node:net:1: 50.0 %',
  )
  t.notMatch(svg, '<c &')
  t.match(svg, 'aria-label="a &#34;thread&#34;"')
})

t.test('frames narrower than a thousandth are left out', async t => {
  t.equal(box('constructor'), undefined)
})

t.test('the same profile is the same picture', async t => {
  t.equal(drawFlameGraph('a "thread"', tree), svg)
})

t.test('a heap profile counts bytes', async t => {
  const head = {
    callFrame: frame('(root)'),
    selfSize: 0,
    children: [
      {
        callFrame: frame('constructor', 'src/edge/a.ts'),
        selfSize: 2 ** 20,
        children: [{ callFrame: frame('b', 'src/edge/b.ts'), selfSize: 2 ** 20, children: [] }],
      },
    ],
  }
  const drawn = drawFlameGraph('heap', readHeapProfile({ head }, locate))
  t.match(drawn, 'Heap, 2.00 MB allocated')
  t.match(drawn, 'b, src/edge/b.ts:1: 50.0 %, 1.00 MB')
  t.match(drawn, 'constructor, src/edge/a.ts:1: 100.0 %')
})

t.test('a frame belongs to its room, to its package, or to neither', async t => {
  const room = (file: string, name = 'f') => roomOf({ name, file })
  t.equal(room('src/wallet/client.ts'), 'wallet')
  t.equal(room('dist/node_modules/postgres/index.js'), 'postgres')
  t.equal(room('node_modules/a/node_modules/@b/c/index.js'), '@b/c')
  t.equal(room('node:net'), 'node')
  t.equal(room(''), 'native')
  t.equal(room('', 'garbage collection'), 'garbage')
  t.equal(room('bench/suite/load.ts'), 'bench')
})
