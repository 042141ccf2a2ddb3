// Kill switches: which new rounds may not start for now, and how each spin checks whether it is
// paused. Pure; uses no store and no clock.

/** What a pause may cover, the widest first. */
export const PAUSE_SCOPES = ['all', 'project', 'provider', 'game'] as const
export type PauseScope = (typeof PAUSE_SCOPES)[number]

/** The subject of a pause that covers everything. */
export const EVERYTHING = '*'

export interface PausedScope {
  readonly scope: PauseScope
  /** Id of the project, the provider or the game. */
  readonly subject: string
}

/**
 * `unknown`: the pauses were read too long ago to say whether it is paused; no round is started
 * then either.
 */
export type NewRounds = 'allowed' | 'paused' | 'unknown'

export interface PausableGame {
  readonly id: string
  readonly provider: string
}

/** Null where nothing is paused, so that a spin has nothing to check. */
export function compilePauses(
  paused: readonly PausedScope[],
): ((projectId: string, game: PausableGame) => boolean) | null {
  if (paused.length === 0) return null
  const of = (wanted: PauseScope) =>
    new Set(paused.flatMap(({ scope, subject }) => (scope === wanted ? [subject] : [])))
  if (of('all').size > 0) return () => true
  const [projects, providers, games] = [of('project'), of('provider'), of('game')]
  return (projectId, { id, provider }) =>
    games.has(id) || providers.has(provider) || projects.has(projectId)
}
