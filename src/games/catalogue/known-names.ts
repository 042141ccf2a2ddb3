// The providers and games that settings may name in this version of the platform.

import type { KnownNames } from '../../core/settings-reader.ts'
import { GAMES } from './games.ts'

export const KNOWN_NAMES: KnownNames = {
  providers: [...new Set(GAMES.map(({ provider }) => provider))].sort(),
  games: GAMES.map(({ id }) => id),
}
