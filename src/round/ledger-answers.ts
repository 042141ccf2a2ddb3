// What the ledger answers when a round is opened or saved: types only, so that the round room and the
// ledger agree without importing each other's code.

/**
 * Why the ledger did not write a round. When several hold, the first in this order is named:
 * - `request-repeated`: a round with this round id or request id of the player is in the ledger
 * - `sequence-taken`: the ledger holds this sequence number or a later one of the player
 * - `entitlements-outdated`: the revision of the player's entitlements is another one, or the grant,
 *   the target outcome or the level that the round moves has moved meanwhile
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

/** `outdated`: the ledger holds another version, because somebody else moved the round. */
export type SaveResult = { readonly kind: 'saved' } | { readonly kind: 'outdated' }
