// Wrong keys are logged in samples: one for a flood, with a count and a few callers.

import t from 'tap'
import {
  createFailedKeySamples,
  FAILED_KEY_SAMPLE_CALLERS,
  type FailedKeySample,
} from '../../src/server/parts.ts'

t.test('a flood is one sample: the count, and the first callers, without duplicates', async t => {
  const reported: FailedKeySample[] = []
  const samples = createFailedKeySamples(async sample => void reported.push(sample))
  await samples.flush()
  t.strictSame(reported, [], 'no failures, no sample')
  for (let n = 0; n < 5_000; n++) {
    samples.add({
      address: `10.0.0.${n % 100}`,
      projectId: 'casino',
      requestId: `call-${n}`,
      answer: 'UNAUTHORIZED',
    })
  }
  await samples.flush()
  t.equal(reported.length, 1)
  t.equal(reported[0]!.count, 5_000)
  t.equal(reported[0]!.callers.length, FAILED_KEY_SAMPLE_CALLERS)
  t.strictSame(reported[0]!.callers[0], {
    address: '10.0.0.0',
    projectId: 'casino',
    requestId: 'call-4900',
  })
  samples.add({ address: null, projectId: null, requestId: 'last', answer: 'RATE_LIMITED' })
  await samples.flush()
  t.strictSame(reported[1], {
    count: 1,
    callers: [{ address: null, projectId: null, requestId: 'last' }],
  })
})
