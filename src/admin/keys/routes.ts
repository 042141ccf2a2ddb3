// The keys of projects in the admin API, for owners only. Reading a project shows only the key's
// fingerprint.

import { type AdminRoute, defineRoute } from '../route.ts'
import { regenerate, reveal, sign } from './rules.ts'
import { NewKey, RegenerateRequest, RevealedKey, SigningAnswer, SigningRequest } from './schema.ts'

export const KEY_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/key/reveal',
    role: 'owner',
    summary: "Show a project's key",
    description: 'The audit log records who asked before the key is answered.',
    answer: RevealedKey,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNKNOWN_PROJECT', 'CREDENTIALS_NOT_ENABLED'],
    run: (deps, { params, by }) => reveal(deps, params.projectId, by),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/key/regenerate',
    role: 'owner',
    summary: 'Give a project a new key; the old one stops working at once',
    description:
      'The new key applies on every node from the moment of the answer. Needs the typed id of ' +
      'the project, and the fingerprint of the key that is to be replaced.',
    body: RegenerateRequest,
    answer: NewKey,
    errors: [
      ...(['UNAUTHENTICATED', 'FORBIDDEN', 'UNKNOWN_PROJECT', 'PARTNER_LOCKED'] as const),
      ...(['CONFIRMATION_REQUIRED', 'CREDENTIALS_CHANGED', 'CREDENTIALS_NOT_ENABLED'] as const),
    ],
    run: (deps, { params, body, by }) => regenerate(deps, params.projectId, body, by),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/signing',
    role: 'owner',
    summary: 'Take a step in signing wallet callbacks',
    description:
      '`start`: sign calls from now on. `rotate`: sign with a second key as well. `finish`: ' +
      'sign with the second key only. `stop`: sign no longer.',
    body: SigningRequest,
    answer: SigningAnswer,
    errors: [
      ...(['UNAUTHENTICATED', 'FORBIDDEN', 'UNKNOWN_PROJECT', 'PARTNER_LOCKED'] as const),
      ...(['PROJECT_SETTINGS_CONFLICT', 'CREDENTIALS_NOT_ENABLED'] as const),
    ],
    run: (deps, { params, body, by }) => sign(deps, params.projectId, body, by),
  }),
]
