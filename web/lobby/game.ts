// A game as the lobby's server lists it.

export interface LobbyGame {
  id: string
  name: string
  provider: string
  mechanics: readonly string[]
  languages: readonly string[]
}
