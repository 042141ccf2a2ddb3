// How the ledger answers when a round is opened or saved: types only, so that src/round and
// src/ledger share them without importing each other's code.

/**
 * Why the ledger did not write a round. When several apply, the first in this order is returned:
 * - `request-repeated`: the ledger has a round with this round id or this request id of the player
 * - `sequence-taken`: the ledger has this sequence number or a later one of the player
 * - `entitlements-outdated`: the player's entitlements have another revision, or the grant, the
 *   target outcome or the level that the round moves has moved meanwhile
 * - `round-open`: another round of the game is open
 */
export type OpeningRefusal =
  | 'request-repeated'
  | 'sequence-taken'
  | 'entitlements-outdated'
  | 'round-open'

export type OpenResult =
  | { readonly kind: 'opened' }
  | { readonly kind: 'refused'; readonly cause: OpeningRefusal }

/** `outdated`: the ledger holds another version, because another driver moved the round. */
export type SaveResult = { readonly kind: 'saved' } | { readonly kind: 'outdated' }
