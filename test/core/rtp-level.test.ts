// Levels as percentages: valid ones, those out of range, and that reading is exact.

import t from 'tap'
import { parseLevel } from '../../src/core/rtp-level.ts'

t.test('a level is read exactly, from a text or a number', async t => {
  const levels: [unknown, number][] = [
    ['60', 6_000],
    ['60.00', 6_000],
    ['94.5', 9_450],
    ['94.05', 9_405],
    ['99.99', 9_999],
    ['100', 10_000],
    ['100.00', 10_000],
    [60, 6_000],
    [94.5, 9_450],
    [64.1, 6_410],
    [70.07, 7_007],
    [100, 10_000],
  ]
  for (const [rtp, levelBps] of levels) t.strictSame(parseLevel(rtp), { ok: true, levelBps })
})

t.test('every level reads back, as text and as number', async t => {
  for (let levelBps = 6_000; levelBps <= 10_000; levelBps += 1) {
    const text = `${Math.floor(levelBps / 100)}.${String(levelBps % 100).padStart(2, '0')}`
    const read = [parseLevel(text), parseLevel(Number(text))]
    if (read.some(level => !level.ok || level.levelBps !== levelBps)) t.fail(text)
  }
  t.pass()
})

t.test('a number outside 60-100 is out of range; anything else is not a level', async t => {
  const outside = ['59.99', '100.01', '0', '-0.01', '-80', '1000', '9'.repeat(400)]
  const outsideNumbers = [59.99, 100.01, 0, -0, -80, 100.5, 1e21, -1e300, Number.MAX_VALUE]
  for (const rtp of [...outside, ...outsideNumbers]) {
    t.strictSame(parseLevel(rtp), { ok: false, code: 'RTP_LEVEL_OUT_OF_RANGE' }, `${rtp}`)
  }
  const texts = [
    '',
    ' ',
    '94.555',
    '94.500',
    '094',
    '94.',
    '.5',
    '94,5',
    '+94',
    '9e1',
    '94 ',
    '94\n',
  ]
  const values = [
    94.555,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    [94],
    {},
  ]
  for (const rtp of [...texts, '0x5e', '９４', 'NaN', ...values]) {
    t.strictSame(parseLevel(rtp), { ok: false, code: 'RTP_LEVEL_INVALID' }, JSON.stringify(rtp))
  }
})
