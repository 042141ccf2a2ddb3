// POST /gameActions.do: finds the method that a body asks for. Executes none itself; the
// capabilities put their methods into the table. Source: operator API, "POST
// {base_url}/gameActions.do".

import type { AnyMethod, OperatorRoute } from './call.ts'
import { refuse } from './errors.ts'
import { accept } from './request.ts'

/** @param methods by the text of the `method` field */
export function createGameActionsRoute(
  methods: Readonly<Record<string, AnyMethod>>,
): OperatorRoute {
  const table = new Map(Object.entries(methods))
  return {
    needsAllowlist: true,
    rateClass: body => (nameIn(body)?.startsWith('report_') ? 'reports' : 'actions'),
    findMethod(body) {
      if (isRetired(body)) return refuse('METHOD_RETIRED')
      const method = table.get(nameIn(body) ?? '')
      return method === undefined ? refuse('INVALID_METHOD') : accept(method)
    },
  }
}

/** Null when the body names no method. */
function nameIn(body: object): string | null {
  return 'method' in body && typeof body.method === 'string' ? body.method : null
}

const RETIRED: ReadonlySet<string | null> = new Set(['freespins_set', 'freespins_delete'])

/** The legacy free-spin methods; their `freespins_get` named no grant. */
function isRetired(body: object): boolean {
  const name = nameIn(body)
  if (name === 'freespins_get') return !('grant_id' in body) && !('external_id' in body)
  return RETIRED.has(name)
}
