// The driver of a round, as a table: every state of work with every event, and its result or that
// it cannot happen; and the claim after each event.

import t from 'tap'
import {
  afterEvent,
  type DriverEvent,
  type DriverState,
  IllegalDriverEvent,
  isAtWork,
  mayAbandon,
  OPENED_HERE,
  resumedDriver,
} from '../../src/round/driver-state.ts'

const EVENTS: Record<DriverEvent['type'], DriverEvent> = {
  'drive-began': { type: 'drive-began' },
  'drive-ended': { type: 'drive-ended' },
  'retry-scheduled': { type: 'retry-scheduled' },
  'retry-began': { type: 'retry-began' },
  changed: { type: 'changed' },
  saved: { type: 'saved' },
  'reveal-lost': { type: 'reveal-lost', isHeld: true },
  reloaded: { type: 'reloaded' },
  'slot-closed': { type: 'slot-closed', isOutdated: false },
  unanswered: { type: 'unanswered' },
  overtaken: { type: 'overtaken', isCallOwed: true },
}

/** The work after the event; null: the event cannot happen. */
type Work = DriverState['work']
const WORK: Record<DriverEvent['type'], Record<Work, Work | null>> = {
  'drive-began': { resting: 'driving', driving: null, 'retry-scheduled': null },
  'drive-ended': { resting: 'resting', driving: 'resting', 'retry-scheduled': 'retry-scheduled' },
  'retry-scheduled': {
    resting: 'retry-scheduled',
    driving: 'retry-scheduled',
    'retry-scheduled': null,
  },
  'retry-began': { resting: null, driving: null, 'retry-scheduled': 'resting' },
  changed: same(),
  saved: same(),
  'reveal-lost': same(),
  reloaded: same(),
  'slot-closed': same(),
  unanswered: same(),
  overtaken: same(),
}

function same(): Record<Work, Work> {
  return { resting: 'resting', driving: 'driving', 'retry-scheduled': 'retry-scheduled' }
}

const WORKS: readonly Work[] = ['resting', 'driving', 'retry-scheduled']
const CLAIMS: readonly DriverState['claim'][] = ['exclusive', 'last-writer', 'unknown']

t.test('every state of work accepts the events that can happen to it, and no other', async t => {
  for (const [type, row] of Object.entries(WORK) as [DriverEvent['type'], Record<Work, Work>][]) {
    for (const work of WORKS) {
      const driver = { ...OPENED_HERE, work }
      const expected = row[work]
      if (expected === null) {
        t.throws(() => afterEvent(driver, EVENTS[type]), IllegalDriverEvent, `${type}: ${work}`)
      } else {
        t.equal(afterEvent(driver, EVENTS[type]).work, expected, `${type}: ${work}`)
      }
    }
  }
})

t.test('a claim grows with a save, is lost when overtaken, and stays otherwise', async t => {
  const afterSave = { exclusive: 'exclusive', 'last-writer': 'last-writer', unknown: 'last-writer' }
  for (const claim of CLAIMS) {
    const driver: DriverState = { ...OPENED_HERE, claim, work: 'driving' }
    for (const event of Object.values(EVENTS)) {
      if (event.type === 'drive-began' || event.type === 'retry-began') continue
      const next = afterEvent(driver, event).claim
      if (event.type === 'saved') t.equal(next, afterSave[claim], `${claim}, saved`)
      else if (event.type === 'overtaken') t.equal(next, 'unknown', `${claim}, overtaken`)
      else t.equal(next, claim, `${claim}, ${event.type}`)
    }
  }
})

t.test(
  'a lost reveal decision owes a save, and a reload when Redis lost the round too',
  async t => {
    for (const isHeld of [true, false]) {
      const lost = afterEvent(OPENED_HERE, { type: 'reveal-lost', isHeld })
      t.match(lost, { revealLost: true, saveOwed: true, reloadOwed: !isHeld })
      t.match(afterEvent(lost, EVENTS.saved), { saveOwed: false, reloadOwed: !isHeld })
      t.match(afterEvent(lost, EVENTS.reloaded), { reloadOwed: false, revealLost: true })
    }
  },
)

t.test('a closed slot owes a reload when the closing changed the entitlements', async t => {
  for (const isOutdated of [true, false]) {
    const closed = afterEvent(OPENED_HERE, { type: 'slot-closed', isOutdated })
    t.match(closed, { slotClosed: true, reloadOwed: isOutdated })
  }
})

t.test('a round read from the ledger is saved first when the wallet is owed a call', async t => {
  t.match(resumedDriver(true), { claim: 'unknown', work: 'resting', saveOwed: true })
  t.match(resumedDriver(false), { claim: 'unknown', work: 'resting', saveOwed: false })
})

t.test('an overtaken driver starts again, but its notifications stay deferred', async t => {
  const driver: DriverState = {
    ...OPENED_HERE,
    work: 'driving',
    revealLost: true,
    reloadOwed: true,
    slotClosed: true,
    notifies: 'deferred',
  }
  t.strictSame(afterEvent(driver, { type: 'overtaken', isCallOwed: false }), {
    ...resumedDriver(false),
    work: 'driving',
    notifies: 'deferred',
  })
})

t.test('only rounds written here and without a scheduled retry are abandoned', async t => {
  for (const claim of CLAIMS) {
    for (const work of WORKS) {
      const expected = claim !== 'unknown' && work !== 'retry-scheduled'
      t.equal(mayAbandon({ ...OPENED_HERE, claim, work }), expected, `${claim}, ${work}`)
      t.equal(isAtWork({ ...OPENED_HERE, claim, work }), work !== 'resting')
    }
  }
})

t.test('an event changes no state in place', async t => {
  const driver = Object.freeze({ ...OPENED_HERE, work: 'driving' as const })
  for (const event of Object.values(EVENTS)) {
    if (event.type === 'drive-began' || event.type === 'retry-began') continue
    t.doesNotThrow(() => afterEvent(driver, event), event.type)
  }
})
