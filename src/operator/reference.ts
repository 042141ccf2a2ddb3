// How a request names one record: by the platform's id or by the operator's. Looks nothing up.

import type { Reference } from '../core/identifiers.ts'
import { refuseField } from './errors.ts'
import { accept, type Read, type RequestForm } from './request.ts'

/**
 * Reads bodies that name one record, by exactly one of the field of this name and `external_id`. An
 * invalid id simply matches no record, so its form is not checked here.
 */
export function referenceReader<Name extends string>(
  form: RequestForm<{ external_id?: string } & { [name in Name]?: string }>,
  idName: Name,
): (body: object) => Read<Reference> {
  return body => {
    const read = form.read(body)
    if (!read.ok) return read
    const id: string | undefined = read.value[idName]
    const { external_id: externalId } = read.value
    if (id === undefined)
      return externalId === undefined ? refuseField(idName) : accept({ externalId })
    return externalId === undefined ? accept({ id }) : refuseField('external_id')
  }
}
