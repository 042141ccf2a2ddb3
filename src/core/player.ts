// How a player is identified throughout the platform: types only.

/** A player of one project. The same player id in another project is another player. */
export interface PlayerRef {
  readonly projectId: string
  readonly playerId: string
}
