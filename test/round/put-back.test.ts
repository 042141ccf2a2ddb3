// Where a round that was set aside continues: as its operations determine, and never cancellable
// once its result may have been seen.

import t from 'tap'
import { stateToGoOn } from '../../src/round/round.ts'

t.test('a round continues where its operations say', async t => {
  const rows = [
    { betStatus: 'planned', awaiting: false, winStatus: 'planned', state: 'debit_pending' },
    { betStatus: 'sent', awaiting: false, winStatus: null, state: 'debit_pending' },
    { betStatus: 'unknown', awaiting: true, winStatus: null, state: 'debit_pending' },
    { betStatus: 'confirmed', awaiting: true, winStatus: null, state: 'in_progress' },
    { betStatus: 'confirmed', awaiting: false, winStatus: null, state: 'in_progress' },
    { betStatus: 'confirmed', awaiting: false, winStatus: 'planned', state: 'credit_pending' },
    { betStatus: 'confirmed', awaiting: false, winStatus: 'unknown', state: 'credit_pending' },
    { betStatus: 'confirmed', awaiting: false, winStatus: 'confirmed', state: 'credit_pending' },
  ] as const
  for (const { state, ...progress } of rows) {
    t.equal(stateToGoOn(progress), state, JSON.stringify(progress))
  }
})
