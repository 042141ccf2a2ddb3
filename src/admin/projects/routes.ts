// Projects in the admin API: listed, created, shown, changed, tested, and the bet limit in effect.
// Routes for keys are separate.

import { LANGUAGES } from '../../core/language.ts'
import { CURRENCIES } from '../../core/money.ts'
import { PRESET_RULES } from '../../core/play-rules.ts'
import { CALLS_PER_MINUTE, PLAY_PRESETS } from '../../core/settings-schema.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import { KNOWN_NAMES } from '../../games/catalogue/known-names.ts'
import { listChangesSince, listProjects } from '../../ledger/projects/project-list.ts'
import { PROJECT_CHANGES } from '../../limits/admin.ts'
import { readPage } from '../page.ts'
import { type AdminRoute, answered, defineRoute } from '../route.ts'
import { testProject } from './connection.ts'
import { findEffectiveLimit } from './effective-limit.ts'
import { createProject, saveProject } from './save.ts'
import {
  ChangesQuery,
  ConnectionTest,
  ConnectionTestRequest,
  CreatedProject,
  EffectiveLimit,
  EffectiveLimitQuery,
  NewProject,
  ProjectChanges,
  ProjectChoices,
  ProjectDetail,
  ProjectEdit,
  ProjectPage,
  ProjectsQuery,
} from './schema.ts'
import { requireProject, viewChange, viewListed, viewProject } from './views.ts'

export const PROJECT_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /projects', ['project.read', 'within'], {
    summary: 'Projects, in the order of their ids',
    query: ProjectsQuery,
    answer: ProjectPage,
    errors: ['INVALID_CURSOR'],
    run: async (deps, { query, within }) => {
      const page = readPage(deps, 'projects', query)
      if (!page.ok) return page
      const { search = '', state } = query
      const found = await listProjects(deps.pool, {
        search: search.trim() === '' ? null : search.trim(),
        within,
        enabled: state === undefined ? null : state === 'on',
        after: page.after?.[0] ?? null,
        limit: page.limit,
      })
      const { rows, nextCursor } = page.cut(found, ({ projectId }) => [projectId])
      return answered({ rows: rows.map(viewListed), nextCursor })
    },
  }),
  defineRoute('POST /projects', ['project.create', 'platform'], {
    summary: 'Create a project; its key is answered once',
    body: NewProject,
    answer: CreatedProject,
    errors: ['INVALID_CALLBACK_URL', 'PROJECT_EXISTS', 'CREDENTIALS_NOT_ENABLED'],
    run: (deps, { body, by }) => createProject(deps, body, by),
  }),
  defineRoute('GET /project-choices', ['project.read', 'own'], {
    summary: 'The values that a project can be set to in this version',
    answer: ProjectChoices,
    run: async ({ betCancel, allowLoopback }) =>
      answered({
        providers: [...KNOWN_NAMES.providers],
        games: GAMES.map(({ id, name, provider, modes }) => ({
          gameId: id,
          name,
          provider,
          modes: modes.map(({ kind }) => kind),
        })),
        currencies: [...CURRENCIES],
        languages: [...LANGUAGES],
        callsPerMinute: { ...CALLS_PER_MINUTE },
        betCancel: { afterS: betCancel.afterMs / 1000, attempts: betCancel.attempts },
        playPresets: Object.fromEntries(
          PLAY_PRESETS.map(name => [name, { ...PRESET_RULES[name], helpLinks: [] }]),
        ),
        allowsLoopback: allowLoopback,
      }),
  }),
  defineRoute('GET /projects/:projectId', ['project.read', 'path'], {
    summary: 'A project as it is now, without its key',
    answer: ProjectDetail,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params }) => {
      const found = await requireProject(deps, params.projectId)
      return found.ok ? answered(viewProject(found.record)) : found
    },
  }),
  defineRoute('PUT /projects/:projectId', ['project.change', 'platform'], {
    summary: 'Change a project on the revision that was read',
    description:
      'Values that are left out stay. Saved only if `revision` is still the current one; ' +
      'otherwise `PROJECT_SETTINGS_CONFLICT`, whose `details` hold the current project and who ' +
      'has changed what since. Every node applies the change at once.',
    body: ProjectEdit,
    answer: ProjectDetail,
    errors: [
      'UNKNOWN_PROJECT',
      'INVALID_CALLBACK_URL',
      'UNSUPPORTED_BY_RUNTIME',
      'PARTNER_LOCKED',
      'PROJECT_SETTINGS_CONFLICT',
    ],
    alsoNeeds: ({ callbackUrl, allowedNetworks }) =>
      callbackUrl === undefined && allowedNetworks === undefined ? null : 'project.address',
    run: (deps, { params, body, by }) => saveProject(deps, params.projectId, body, by),
  }),
  defineRoute('GET /projects/:projectId/changes', ['project.read', 'path'], {
    summary: 'Who changed what in a project, newest first',
    query: ChangesQuery,
    answer: ProjectChanges,
    errors: ['UNKNOWN_PROJECT'],
    run: async (deps, { params: { projectId }, query, within }) => {
      const found = await requireProject(deps, projectId)
      if (!found.ok) return found
      const since = Number(query.since ?? 0)
      const changes = await listChangesSince(deps.pool, projectId, since, PROJECT_CHANGES, within)
      return answered({ rows: changes.map(viewChange) })
    },
  }),
  defineRoute('GET /projects/:projectId/effective-limit', ['project.read', 'path'], {
    summary: 'The bet limit in effect, and which layer gave it',
    query: EffectiveLimitQuery,
    answer: EffectiveLimit,
    errors: ['UNKNOWN_PROJECT', 'UNSUPPORTED_BY_RUNTIME'],
    run: (deps, { params, query }) => findEffectiveLimit(deps, params.projectId, query),
  }),
  defineRoute('POST /projects/:projectId/connection-test', ['wallet.test', 'path'], {
    summary: 'Call the saved callback address with session_info',
    description:
      'Reports the time it took, the HTTP status and what was wrong in plain words. ' +
      '`CALLBACK_HTTP_ERROR` and `INVALID_CALLBACK_RESPONSE` are `code`s of the answer, whose ' +
      'own status is 200. Only an address that was saved with the password, or from the ' +
      'command line, is called, because the call carries the key.',
    body: ConnectionTestRequest,
    answer: ConnectionTest,
    errors: ['UNKNOWN_PROJECT', 'CALLBACK_NOT_CONFIRMED', 'CREDENTIALS_NOT_ENABLED'],
    run: (deps, { params, body }) => testProject(deps, params.projectId, body),
  }),
]
