// The sources of the answers to a player's questions: readings of the ledger, the project's
// settings, the games.

import type { ProjectSettings } from '../../core/project-settings.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import type { OwnRoundsReader } from '../../ledger/players/own-rounds.ts'
import type { PlaySession } from '../../wire/lane.ts'

export interface QuestionDeps {
  /** The reader for the database that has the player's rows. */
  roundsOf(player: PlaySession): OwnRoundsReader
  findProject(projectId: string): Promise<{ settings: ProjectSettings }>
  /** @param version that drew a round, if it is here; else, and without it, the current one */
  findGame(gameId: string, version?: string): Game | undefined
  nowMs(): number
}
