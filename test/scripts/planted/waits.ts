// A test file that waits for what never comes.

import t from 'tap'

t.test('it waits', () => new Promise<void>(() => {}))
