// Kill switches: what starts no new round for now, and the question of every spin whether it is of that. Pure; knows
// neither store nor clock.

import { REASON_MAX_CHARS } from './reason.ts'

/** What a pause may cover, the widest first. */
export const PAUSE_SCOPES = ['all', 'project', 'provider', 'game'] as const
export type PauseScope = (typeof PAUSE_SCOPES)[number]

/** The subject of a pause of everything. */
export const EVERYTHING = '*'

export interface PausedScope {
  readonly scope: PauseScope
  /** Id of the project, the provider or the game. */
  readonly subject: string
}

/**
 * `unknown`: whether it is paused can't be said, because the pauses were read too long ago; no round is started then
 * either.
 */
export type NewRounds = 'allowed' | 'paused' | 'unknown'

export interface PausableGame {
  readonly id: string
  readonly provider: string
}

/** Null where nothing is paused, so that a spin asks nothing. */
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

/** Counted as the ledger counts them; blanks around it are none of it. Null: it is too short or too long. */
export function readPauseReason(text: string): string | null {
  const reason = text.trim()
  const chars = [...reason].length
  return chars >= 1 && chars <= REASON_MAX_CHARS ? reason : null
}
