// A test file that ends its process in the middle of a test.

import t from 'tap'

t.test('it exits', async () => process.exit(0))
