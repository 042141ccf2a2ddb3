// A test file whose process does not even notice a time limit.

import t from 'tap'
import { hang } from '../../support/size.ts'

t.test('it never ends', async () => {
  hang()
})
