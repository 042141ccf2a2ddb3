// Why the platform refuses a game client's message. docs/game-protocol.md explains each code.

/**
 * Codes that a game client can receive. `retry: true` in the message: repeat with the same
 * requestId.
 */
export const PLAY_ERROR_CODES = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'SESSION_REPLACED',
  'SESSION_EXPIRED',
  'BUSY',
  'ROUND_OPEN',
  'ROUND_NOT_FOUND',
  'NOT_AWAITING',
  'INVALID_OPTION',
  'INVALID_BET',
  'INVALID_MODE',
  'PROJECT_BET_LIMIT',
  'FREE_SPINS_ACTIVE',
  'FREE_SPINS_OVER',
  'GAME_MODE_DISABLED',
  'PROJECT_GAME_DISABLED',
  'GAME_PAUSED',
  'CURRENCY_REQUIRED',
  'INSUFFICIENT_FUNDS',
  'BET_REFUSED',
  'RECONCILIATION_REQUIRED',
  'SPIN_TOO_SOON',
  'WALLET_BUSY',
  'BALANCE_UNAVAILABLE',
  'BALANCE_TOO_SOON',
  'SHUTTING_DOWN',
  'REQUEST_FAILED',
] as const
export type PlayErrorCode = (typeof PLAY_ERROR_CODES)[number]
