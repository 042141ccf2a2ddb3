// The HTTP status of each code, as the tables of the specification have it.

import t from 'tap'
import { OPERATOR_ERRORS } from '../../src/operator/errors.ts'

t.test('not found is 404, already used is 409, wrong input is 400', async t => {
  const codes = {
    404: 'GAME_NOT_FOUND GRANT_NOT_FOUND OUTCOME_NOT_FOUND UNSUPPORTED_GAME',
    409: 'DUPLICATE_EXTERNAL_ID IDEMPOTENCY_CONFLICT',
    400: `INVALID_REQUEST INVALID_METHOD METHOD_RETIRED PROJECT_BET_LIMIT INVALID_COUNT
      INVALID_FREE_SPIN_BET INVALID_EXPIRY FREE_SPINS_UNSUPPORTED FORCED_OUTCOMES_UNSUPPORTED
      GAME_HAS_NO_BONUS INVALID_MULTIPLIER MULTIPLIER_ABOVE_MAX_WIN INVALID_SPIN_NUMBER
        INVALID_KIND`,
  }
  for (const [status, names] of Object.entries(codes)) {
    for (const name of names.split(/\s+/))
      t.match(OPERATOR_ERRORS, { [name]: { status: Number(status) } }, name)
  }
})

t.test('every code has the form that clients branch on', async t => {
  for (const code of Object.keys(OPERATOR_ERRORS)) t.match(code, /^[A-Z][A-Z0-9_]+$/)
})
