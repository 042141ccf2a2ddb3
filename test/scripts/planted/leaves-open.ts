// A test file whose tests pass, but whose server is never closed.

import { once } from 'node:events'
import { createServer } from 'node:net'
import t from 'tap'

await once(createServer().listen(0, '127.0.0.1'), 'listening')
t.test('it passes', async t => t.pass())
