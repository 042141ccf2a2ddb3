// A test file without a fault.

import t from 'tap'

t.test('it passes', async t => t.equal(1 + 1, 2))
