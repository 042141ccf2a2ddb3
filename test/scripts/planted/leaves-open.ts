// A test file whose tests pass, but whose server is never closed.

import { createServer } from 'node:net'
import t from 'tap'

createServer().listen(0, '127.0.0.1')
t.test('it passes', async t => t.pass())
