// Takes a player out of Redis: the player state goes, the account in the built-in wallet gets the
// pseudonym's name. Repeating it changes nothing more.

import type { PlayerRef } from '../core/player.ts'
import { createAdaptiveWindows } from './adaptive-windows.ts'
import { createBuiltInWalletAccounts } from './built-in-wallet.ts'
import type { RedisClient } from './connection.ts'
import { playerKey, recentRoundsKey } from './player-key.ts'

/** @param providers all of them: a player has a window with each */
export async function erasePlayerKeys(
  redis: RedisClient,
  player: PlayerRef,
  pseudonym: string,
  providers: readonly string[],
): Promise<void> {
  const { dropWindows } = createAdaptiveWindows(redis)
  await redis.del(playerKey(player), recentRoundsKey(player))
  for (const provider of providers) await dropWindows(player, provider)
  await createBuiltInWalletAccounts(redis).rename(player, pseudonym)
}
