// `project_get`: what the owner has set for the calling project, as a node applies it. Reads no
// store, and must never show a key, a certificate or anything of another project.

import { rtpSettingsOf } from '../../core/project-settings.ts'
import { printGameLimit, printProjectLimit } from '../../core/settings-limits.ts'
import { printDisabled } from '../../core/settings-switches.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { OperatorMethod, ResultOf } from '../call.ts'
import { PROVIDERS } from '../common-schema.ts'
import { quotaOf } from '../rate-limit.ts'
import { compileForm } from '../request.ts'
import { type ProjectGetAnswer, ProjectGetRequest } from './schema.ts'

export interface ProjectDeps {
  /** The policy of a project without its own. */
  betCancel: { readonly afterMs: number; readonly attempts: number }
}

type OneProject = ResultOf<ProjectGetAnswer>

const FORM = compileForm(ProjectGetRequest)

export function createProjectGet(deps: ProjectDeps): OperatorMethod<ProjectGetRequest, OneProject> {
  return {
    name: 'project_get',
    isReading: true,
    read: FORM.read,
    execute: async project => ({ ok: true, project: present(project, deps) }),
  }
}

function present(project: Project, deps: ProjectDeps): OneProject['project'] {
  const { settings } = project
  const { afterMs, attempts } = settings.betCancel ?? deps.betCancel
  return {
    project_id: project.projectId,
    wallet_url: project.callbackUrl,
    allowed_networks: [...project.allowedNetworks],
    default_language: project.defaultLanguage,
    signed_calls: project.signingKeys.length > 0,
    client_certificate: project.shownCertificate !== null,
    final_refusals: settings.finalRefusals,
    bet_cancel: { after_s: afterMs / 1000, attempts },
    decision_deadline_minutes: settings.decisionDeadlineMinutes,
    calls_per_minute: {
      launch: quotaOf(project, 'launch'),
      actions: quotaOf(project, 'actions'),
      reports: quotaOf(project, 'reports'),
    },
    project_limits: settings.projectLimits.map(limit => {
      const { scope, ...bounds } = printProjectLimit(limit)
      return { scope, ...presentBounds(bounds) }
    }),
    game_limits: settings.gameLimits.map(limit => {
      const { game: symbol, ...bounds } = printGameLimit(limit)
      return { symbol, ...presentBounds(bounds) }
    }),
    provider_rtp: PROVIDERS.map(provider => ({
      provider,
      bps: rtpSettingsOf(settings, provider).providerBps,
    })),
    disabled: printDisabled(settings),
    frame_ancestors: [...settings.frameAncestors],
    lobby_url: settings.lobbyUrl,
  }
}

type Bounds = Pick<ReturnType<typeof printGameLimit>, 'currency' | 'min' | 'max'>

const presentBounds = ({ currency, min, max }: Bounds) => ({
  currency,
  min_minor: min,
  max_minor: max,
})
