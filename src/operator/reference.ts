// How a request names one record: by the platform's id or by the operator's. Looks nothing up.

import type { Reference } from '../core/identifiers.ts'
import { refuse } from './errors.ts'
import { accept, type Read } from './request.ts'

/**
 * Exactly one of the two ids. A text that can be no id is one that nobody has, so its form is not
 * judged here.
 */
export function readReference(
  id: string | undefined,
  externalId: string | undefined,
): Read<Reference> {
  if (id !== undefined && externalId === undefined) return accept({ id })
  if (externalId !== undefined && id === undefined) return accept({ externalId })
  return refuse('INVALID_REQUEST')
}
