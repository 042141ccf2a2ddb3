// A test file whose process does not even notice a time limit.

import t from 'tap'

t.test('it never ends', async () => {
  for (;;) {}
})
