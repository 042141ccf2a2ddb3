// How a request names one record: by the platform's id or by the operator's. Looks nothing up.

import type { Reference } from '../core/identifiers.ts'
import { refuse } from './errors.ts'
import { accept, type Read, type RequestForm } from './request.ts'

/** Reads bodies that name one record, by the field of this name or by `external_id`. */
export function referenceReader<Name extends string>(
  form: RequestForm<{ external_id?: string } & { [name in Name]?: string }>,
  idName: Name,
): (body: object) => Read<Reference> {
  return body => {
    const read = form.read(body)
    return read.ok ? readReference(read.value[idName], read.value.external_id) : read
  }
}

/**
 * Exactly one of the two ids. An invalid id simply matches no record, so its form is not checked
 * here.
 */
export function readReference(
  id: string | undefined,
  externalId: string | undefined,
): Read<Reference> {
  if (id !== undefined && externalId === undefined) return accept({ id })
  if (externalId !== undefined && id === undefined) return accept({ externalId })
  return refuse('INVALID_REQUEST')
}
