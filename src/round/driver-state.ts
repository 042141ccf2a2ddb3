// Who drives a round, as far as this memory has a record of it, and what only this memory holds of
// the round. One pure value with a transition table; the ledger stores none of it, and a resumed
// round starts with a new value.

export interface DriverState {
  /**
   * How sure it is that no other driver works on the round. `exclusive`: this memory opened the
   * round and wrote every version of it, so no other driver can have revealed its result.
   * `last-writer`: this memory wrote the version it holds, so no other driver works on the round as
   * long as the ledger holds that version. `unknown`: it was read from the ledger.
   */
  readonly claim: 'exclusive' | 'last-writer' | 'unknown'
  /** `driving`: a drive runs now. `retry-scheduled`: a timer starts the next attempt. */
  readonly work: 'resting' | 'driving' | 'retry-scheduled'
  /** The progress contains a change that must be durable before anything else happens. */
  readonly saveOwed: boolean
  /** The player state in Redis must be loaded from the ledger before the drive continues. */
  readonly reloadOwed: boolean
  /**
   * Redis may have lost the reveal decision. The round is saved first: after that no other driver's
   * cancel can be saved, so the result may be revealed.
   */
  readonly revealLost: boolean
  /** The player state in Redis no longer holds the round as open. */
  readonly slotClosed: boolean
  /**
   * `deferred`: the wallet did not answer the start notification in line, so every notification of
   * the round is sent in the background, where the finish cannot overtake the start.
   */
  readonly notifies: 'in-line' | 'deferred'
}

export type DriverEvent =
  | { type: 'drive-began' }
  | { type: 'drive-ended' }
  | { type: 'retry-scheduled' }
  | { type: 'retry-began' }
  /** The progress changed in a way that must be durable. */
  | { type: 'changed' }
  | { type: 'saved' }
  /** `isHeld`: Redis holds the round as open, but the decision may have been lost. */
  | { type: 'reveal-lost'; isHeld: boolean }
  | { type: 'reloaded' }
  /** `isOutdated`: closing the round changed the player's entitlements in the ledger. */
  | { type: 'slot-closed'; isOutdated: boolean }
  | { type: 'unanswered' }
  /** The ledger holds a version that another driver wrote; it was read again. */
  | { type: 'overtaken'; isCallOwed: boolean }

/** The driver of a round that this memory has just written to the ledger. */
export const OPENED_HERE: DriverState = {
  claim: 'exclusive',
  work: 'resting',
  saveOwed: false,
  reloadOwed: false,
  revealLost: false,
  slotClosed: false,
  notifies: 'in-line',
}

/**
 * The driver of a round read from the ledger. When the round owes the wallet a call, another driver
 * may be at work, so the round is saved before the first call: that raises the version, and the
 * earlier driver cannot save it any more.
 */
export function resumedDriver(isCallOwed: boolean): DriverState {
  return { ...OPENED_HERE, claim: 'unknown', saveOwed: isCallOwed }
}

/** An event that is impossible in this state: a broken invariant. */
export class IllegalDriverEvent extends Error {
  override readonly name = 'IllegalDriverEvent'

  constructor(driver: DriverState, event: DriverEvent) {
    super(`${event.type} cannot happen to a driver that is ${driver.work}`)
  }
}

/** The state after the event. Throws IllegalDriverEvent. */
export function afterEvent(driver: DriverState, event: DriverEvent): DriverState {
  switch (event.type) {
    case 'drive-began':
      if (driver.work !== 'resting') throw new IllegalDriverEvent(driver, event)
      return { ...driver, work: 'driving' }
    case 'drive-ended':
      return driver.work === 'driving' ? { ...driver, work: 'resting' } : driver
    case 'retry-scheduled':
      if (driver.work === 'retry-scheduled') throw new IllegalDriverEvent(driver, event)
      return { ...driver, work: 'retry-scheduled' }
    case 'retry-began':
      if (driver.work !== 'retry-scheduled') throw new IllegalDriverEvent(driver, event)
      return { ...driver, work: 'resting' }
    case 'changed':
      return { ...driver, saveOwed: true }
    case 'saved':
      return { ...driver, saveOwed: false, claim: claimAfterSave(driver) }
    case 'reveal-lost':
      return { ...driver, revealLost: true, saveOwed: true, reloadOwed: !event.isHeld }
    case 'reloaded':
      return { ...driver, reloadOwed: false }
    case 'slot-closed':
      return { ...driver, slotClosed: true, reloadOwed: event.isOutdated }
    case 'unanswered':
      return { ...driver, notifies: 'deferred' }
    case 'overtaken':
      return { ...resumedDriver(event.isCallOwed), work: driver.work, notifies: driver.notifies }
  }
}

function claimAfterSave({ claim }: DriverState): DriverState['claim'] {
  return claim === 'exclusive' ? 'exclusive' : 'last-writer'
}

/** A drive or a retry continues the round; otherwise the next command or the recovery job must. */
export function isAtWork({ work }: DriverState): boolean {
  return work !== 'resting'
}

/**
 * After a failure without a scheduled retry: whether this memory may record the round as abandoned,
 * which means that it has no driver while the ledger holds the version that this memory wrote.
 */
export function mayAbandon({ claim, work }: DriverState): boolean {
  return claim !== 'unknown' && work !== 'retry-scheduled'
}
