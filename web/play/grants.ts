// Owns what an answer of the platform means for the operator's free spins: which grant is over and
// which one begins. Pure; it must never draw, nor count a spin itself.

import type { FreeSpinsView, FreeSpinView } from '../../src/wire/play.ts'

/** The grant on show. `expiresAt` is null when the page met it in the middle of its last round. */
export interface KnownGrant {
  grantId: string
  expiresAt: number | null
}

export type GrantNews =
  | { kind: 'over'; ended: FreeSpinView }
  /** It ended and no round says what it won: expired, cancelled, or played in another window. */
  | { kind: 'gone' }
  | { kind: 'begins'; grant: FreeSpinsView }

/**
 * What to tell the player, in order. `known` is the grant on show, `ended` that of the round that
 * has just ended, `next` what the next spin is of.
 */
export function newsOf(
  known: KnownGrant | null,
  ended: FreeSpinView | null,
  next: FreeSpinsView | null,
): GrantNews[] {
  if (known !== null && known.grantId === next?.grantId) return []
  const news: GrantNews[] = []
  const own = ended !== null && ended.grantId === known?.grantId ? ended : null
  if (own !== null && own.played === own.total) news.push({ kind: 'over', ended: own })
  else if (known !== null && !isOvertaken(known, next)) {
    news.push(own === null ? { kind: 'gone' } : { kind: 'over', ended: own })
  }
  if (next !== null) news.push({ kind: 'begins', grant: next })
  return news
}

/** The first to expire comes first, so a grant made meanwhile may pass one that is not over. */
function isOvertaken(known: KnownGrant, next: FreeSpinsView | null): boolean {
  return next !== null && (known.expiresAt === null || next.expiresAt < known.expiresAt)
}
