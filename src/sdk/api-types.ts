// The operator API's requests, answers and codes as types. Printed from docs/openapi.json by
// scripts/write-api-types.ts: not edited by hand.

export type ErrorCode =
  | 'UNAUTHORIZED'
  | 'IP_NOT_ALLOWED'
  | 'INVALID_REQUEST'
  | 'INVALID_IDEMPOTENCY_KEY'
  | 'IDEMPOTENCY_CONFLICT'
  | 'REQUEST_FAILED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'DATABASE_UNAVAILABLE'
  | 'UNSUPPORTED_GAME'
  | 'UNSUPPORTED_LANGUAGE'
  | 'REAL_MODE_DISABLED'
  | 'PROMO_UNSUPPORTED'
  | 'ROUND_IN_PROGRESS'
  | 'BALANCE_UNAVAILABLE'
  | 'INVALID_METHOD'
  | 'METHOD_RETIRED'
  | 'GAME_NOT_FOUND'
  | 'DUPLICATE_EXTERNAL_ID'
  | 'PROJECT_BET_LIMIT'
  | 'INVALID_COUNT'
  | 'INVALID_FREE_SPIN_BET'
  | 'INVALID_EXPIRY'
  | 'FREE_SPINS_UNSUPPORTED'
  | 'GRANT_NOT_FOUND'
  | 'FORCED_OUTCOMES_UNSUPPORTED'
  | 'GAME_HAS_NO_BONUS'
  | 'INVALID_MULTIPLIER'
  | 'MULTIPLIER_ABOVE_MAX_WIN'
  | 'INVALID_SPIN_NUMBER'
  | 'INVALID_KIND'
  | 'OUTCOME_NOT_FOUND'
  | 'ROUND_NOT_FOUND'
  | 'ROUND_NOT_CANCELLABLE'
  | 'ROUND_BUSY'
  | 'INVALID_PERIOD'
  | 'INVALID_CURSOR'
  | 'INVALID_GROUP_BY'
  | 'INVALID_STATE'
  | 'INVALID_LIMIT'
  | 'INVALID_FROM'
  | 'INVALID_TO'
  | 'INVALID_PLAYER_ID'
  | 'INVALID_SYMBOL'
  | 'INVALID_ROUND_ID'
  | 'INVALID_ACTION'
  | 'INVALID_PLAYER'
  | 'RTP_PROVIDER_UNSUPPORTED'
  | 'RTP_LEVEL_INVALID'
  | 'RTP_LEVEL_OUT_OF_RANGE'
  | 'RTP_POLICY_REQUIRED'
  | 'INVALID_REASON'
  | 'INVALID_CURRENCY'
  | 'INVALID_BET_LIMIT'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'

export interface LaunchAnswer {
  status: 'ok'
  /**
   * Address of the game client, with the session token: give it to that player only, never log it.
   */
  link: string
  /** May carry more informational fields; ignore unknown ones. */
  meta: {
    /** Session id, also in wallet callbacks. */
    session_id: string
    currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
    /** Standard language code of the session. */
    language: string
    mode: 'TEST_ONLY'
  }
}

/** A grant. Its `meta` is not shown (ours). */
export interface FreeSpinGrant {
  grant_id: string
  external_id: string | null
  player_id: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  symbol: string
  provider: string
  /** Spins granted. */
  total: number
  /** Spins left; 0 once the grant is finished. */
  remaining: number
  /** Spins whose round has ended. */
  played: number
  /** Bet of one spin. */
  bet: string
  /** Sum of the credited wins of the grant’s rounds. */
  total_win: string
  status: 'active' | 'used' | 'expired' | 'cancelled'
  /** UTC. */
  created_at: string
  /** UTC. From this instant on the grant is expired. */
  expires_at: string
  /** Null until finished; of an expired grant its expiry. */
  finished_at: string | null
}

export interface GrantAnswer {
  status: 'ok'
  grant: FreeSpinGrant
}

export interface GrantsAnswer {
  status: 'ok'
  grants: FreeSpinGrant[]
}

export interface TargetOutcome {
  outcome_id: string
  external_id: string | null
  player_id: string
  symbol: string
  provider: 'provider_a' | 'provider_b' | 'provider_c'
  kind: 'spin' | 'bonus'
  /** Target win in base bets, as the shortest text: `25`, `2.5`, `0.05` (ours). */
  multiplier: string
  spin_number: number
  /**
   * Paid spins counted so far, 0 before the entry is ready. Ours: it stops at the spin that applied
   * the entry, at its expiry or its cancel; a round that was rejected or refunded does not count.
   */
  paid_spins_since: number
  status: 'pending' | 'ready' | 'unreachable' | 'applied' | 'expired' | 'cancelled'
  /**
   * Modes of the game that a round was found in, for example `base` and `buy`; empty while
   * searching. The words are ours.
   */
  variants: string[]
  comment: string | null
  /** When it was scheduled. */
  created_at: string
  /** From this instant on it is not applied. */
  expires_at: string
  applied_at: string | null
  round_id: string | null
}

export interface OutcomeAnswer {
  status: 'ok'
  outcome: TargetOutcome
}

export interface OutcomesAnswer {
  status: 'ok'
  /** Newest first. */
  outcomes: TargetOutcome[]
}

export interface CancelledRound {
  round_id: string
  state: 'cancelled'
  result: 'cancelled' | 'already_cancelled'
  /** Ours: `bet_unconfirmed` when the cancel policy closed the round. */
  reason: 'operator_cancel' | 'bet_unconfirmed'
  /** Ours: `policy` when the cancel policy closed the round. */
  source: 'operator' | 'policy'
  refund: {
    /** `meta.transaction` of the refund. */
    transaction: string
    /** Decimal; always the whole bet. */
    amount: string
    /** `pending` until the wallet confirms the refund. */
    status: 'pending' | 'confirmed'
  }
}

export interface RoundCancelAnswer {
  status: 'ok'
  round: CancelledRound
}

export interface ReportRound {
  round_id: string
  player_id: string
  symbol: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  mode: 'TEST_ONLY'
  /**
   * `reconciliation_required`: the wallet has not confirmed an operation for 24 hours. It is still
   * tried (ours).
   */
  state:
    | 'debit_pending'
    | 'in_progress'
    | 'credit_pending'
    | 'settled'
    | 'rejected'
    | 'cancelled'
    | 'reconciliation_required'
  free_spin: boolean
  bet: {
    amount: string | null
    status: 'planned' | 'sent' | 'unknown' | 'confirmed' | 'rejected' | null
  }
  win: {
    amount: string | null
    status: 'planned' | 'sent' | 'unknown' | 'confirmed' | 'rejected' | null
  }
  refund: {
    amount: string | null
    status: 'planned' | 'sent' | 'unknown' | 'confirmed' | 'rejected' | null
  }
  cancel_reason: string | null
  created_at: string
  settled_at: string | null
}

export interface GgrRow {
  /** UTC day of the round start. */
  day?: string
  symbol?: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** All rounds that started, whatever became of them (ours). */
  rounds: number
  cancelled_rounds: number
  free_spin_rounds: number
  /** Confirmed bets; a free spin bets 0.00. */
  bets: string
  /** Confirmed wins. */
  wins: string
  /** Confirmed refunds of confirmed bets (ours). */
  refunds: string
  /** bets - refunds - wins. */
  ggr: string
  /** Rounds with an unconfirmed operation; its money is not in the totals. */
  pending_operations: number
}

export interface PlayerTotals {
  player_id: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Confirmed bets. */
  bets: string
  /** Confirmed wins. */
  wins: string
  /** Confirmed refunds of confirmed bets (ours). */
  refunds: string
  /** wins + refunds - bets. */
  net_wallet_change: string
  /** Confirmed bets, those of free spins included (ours). */
  bet_count: number
  win_count: number
  refund_count: number
  /** Operations planned in the period that the wallet has not confirmed. */
  pending: {
    operations: number
    /** Amounts of unconfirmed refunds. */
    refunds: string
    /** Amounts of unconfirmed wins. */
    wins: string
  }
}

export interface ReportRoundsAnswer {
  status: 'ok'
  /** Newest first. */
  rounds: ReportRound[]
  next_cursor: string | null
}

export interface ReportGgrAnswer {
  status: 'ok'
  period: {
    from: string
    to: string
  }
  group_by: ('day' | 'symbol' | 'currency')[]
  /** By day, game and currency (ours). */
  rows: GgrRow[]
}

export interface ReportReconciliationAnswer {
  status: 'ok'
  /** By player and currency (ours). */
  players: PlayerTotals[]
  next_cursor: string | null
}

export interface PlayerRtpRecord {
  /** The player has a level of its own with this provider. */
  bound: boolean
  /** Not bound: the level of a start now (ours). */
  startBps: number | null
  /** The automatic level; a manual one leaves it. */
  currentBps: number | null
  mode: 'auto' | 'manual'
  /** Rounds that counted toward the adaptive rule since its last step. */
  roundsSinceAdjust: number
  /** The provider RTP of the project. */
  providerBps: number | null
  /** The level in use; null is natural mathematics (ours). */
  effective: {
    /** Basis points: 9450 is 94.50 %. */
    bps: number
    source: 'player' | 'provider-cap' | 'manual'
  } | null
  /** Of every provider, by currency and provider. The fields are ours. */
  betLimits: {
    currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
    provider: 'provider_a' | 'provider_b' | 'provider_c'
    min_minor: string
    max_minor: string
    updated_at: string
  }[]
  /** Newest first. The fields are ours. */
  journal: {
    at: string
    change: 'bind' | 'set' | 'auto' | 'lower' | 'restore' | 'bet-limit'
    from_bps: number | null
    to_bps: number | null
    reason: string | null
    by: 'operator' | 'admin' | 'adaptive'
  }[]
}

export interface PlayerRtpAnswer {
  status: 'ok'
  player: PlayerRtpRecord
}

export interface GameHealth {
  /** What a launch calls `symbol`. */
  game_id: string
  /** Standard codes the game accepts at launch. */
  languages: string[]
  /** Operator free spins can be granted. */
  free_spins: boolean
  /** Target outcomes can be scheduled. */
  target_outcomes: boolean
}

export interface GameCapability {
  /** What a launch calls `symbol`. */
  gameId: string
  name: string
  provider: 'provider_a' | 'provider_b' | 'provider_c'
  currencies: ('UAH' | 'USD' | 'EUR' | 'RUB')[]
  /** Only `ru`, `en` and `uk`; `/games/health` has every language. */
  languages: ('ru' | 'en' | 'uk')[]
  defaultCurrency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  defaultLanguage: 'ru' | 'en' | 'uk'
  /**
   * Kept for compatibility; free spins are `free_spins` of `/games/health`. Ours: the two are
   * always equal.
   */
  promoSupported: boolean
  /** Informational. `promo` stands for operator free spins (ours). */
  modes: ('spin' | 'ante' | 'purchase' | 'gamble' | 'promo')[]
  /** Informational: whether the game plays at a set RTP level. */
  configurableRtp: boolean
}

export interface CatalogGame {
  /** What a launch calls `symbol`. */
  id: string
  name: string
  provider: 'provider_a' | 'provider_b' | 'provider_c'
  /** Changes whenever the mathematics does. */
  version: string
  mechanics: string[]
  layout: {
    columns: number
    rows: number
    winsBy: 'lines' | 'ways' | 'anywhere' | 'cluster'
    /** 0 where wins are not by lines. */
    lines: number
  }
  modes: {
    /** As the play protocol names it. */
    id: string
    kind: 'base' | 'ante' | 'buy'
    /** Price of one round in base bets. */
    priceBets: string
    /** Theoretical return of the natural mathematics, of the price, in percent. */
    rtpPercent: number
    /** How the figures were got: every combination, or simulated rounds. */
    basis: 'exact' | 'simulation'
    /** Null where the figures are exact. */
    simulation: {
      rounds: number
      /** Half the width of the 95 % confidence interval. */
      halfWidth95Percent: number
    } | null
    /** Share of rounds that win anything. */
    hitFrequencyPercent: number
    volatility: {
      /** Standard deviation of the win of one round, in base bets. */
      deviationBets: number
      /** Volatility index: the deviation times the 90 % quantile, 1.645. */
      index90: number
    }
  }[]
  /** Cap of one round, in base bets. */
  maxWinBets: number
  /**
   * Total bets of one base round by currency, ascending: what `freespins_create` takes as `bet`. A
   * project may have limits of its own.
   */
  bets: {
    UAH: string[]
    USD: string[]
    EUR: string[]
    RUB: string[]
  }
  features: {
    /** Has a feature round, such as free games. */
    feature: boolean
    featureBuy: boolean
    anteBet: boolean
    gamble: boolean
    /** Asks the player to choose during a round. */
    choice: boolean
    /** Operator free spins. */
    freeSpins: boolean
    targetOutcomes: boolean
  }
  /** Standard codes the game accepts at launch. */
  languages: string[]
  /** Address of an SVG picture, 4:3; it changes with its content. */
  picture: string | null
}

export interface SummaryOk {
  status: 'ok'
}

export interface WalletError {
  status: 'error'
  /**
   * `INSUFFICIENT_FUNDS` on a `bet` rejects the round: answer it only when the balance is really
   * too low. `TRANSACTION_CANCELLED`: a late bet whose refund came first. Any other text leaves the
   * outcome unknown, and the same operation is sent again.
   */
  message: string
  balance?: number
  currency?: 'UAH' | 'USD' | 'EUR' | 'RUB'
}

export interface WalletOk {
  status: 'ok'
  /** The player's balance after the operation, at most 2 decimals. */
  balance: number
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
}

export interface GamesHealth {
  status: 'ok'
  games: GameHealth[]
  /** Informational; do not depend on it. */
  releaseId: string
}

export interface GamesCatalog {
  status: 'ok'
  /** The platform has no other mode. */
  mode: 'TEST_ONLY'
  games: CatalogGame[]
}

export interface Capabilities {
  status: 'ok'
  /** The platform has no other mode. */
  mode: 'TEST_ONLY'
  currencies: {
    code: 'UAH' | 'USD' | 'EUR' | 'RUB'
    precision: number
  }[]
  games: GameCapability[]
  /**
   * Quotas of a project unless it was given others; calls a minute by class. The structure is ours.
   */
  rateLimits: {
    launch: {
      limit: number
      per: 'minute'
    }
    actions: {
      limit: number
      per: 'minute'
    }
    reports: {
      limit: number
      per: 'minute'
    }
  }
}

export interface Health {
  status: 'ok'
  /** The platform has no other mode. */
  mode: 'TEST_ONLY'
  /** Informational; do not depend on it. */
  runtime: string
  /** Informational; do not depend on it. */
  releaseId: string
}

export interface PlayGameRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  /** Constant `own`. */
  provider: 'own'
  /** The player, as you name them. */
  player_id: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, from `/games/health`. */
  symbol: string
  /** Constant `demo`; `REAL_MODE_DISABLED` otherwise. */
  gametype: string
  /** BCP 47; case-insensitive, `_` for `-`. Missing: the project's default language. */
  lang?: string
  /** Selects the client of `provider_b` games; `desktop` when missing. */
  client_platform?: 'desktop' | 'mobile'
  /** Accepted for compatibility; changes nothing. */
  region?: 'RU' | 'NONE'
  /** Retired: `PROMO_UNSUPPORTED`. */
  freespins?: unknown
}

/** Gives a player free spins in one game at a fixed bet. */
export interface FreespinsCreateRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'freespins_create'
  /** Printable ASCII, no spaces. A player who has never played is fine. */
  player_id: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, from `/games/health`. */
  symbol: string
  /** Spins. */
  count: number
  /**
   * Total bet of one spin: one of the game’s own bets in its base mode, within the project’s bet
   * limits.
   */
  bet: string
  /** ISO 8601 with a zone, from an hour to 30 days from now. Missing: 7 days. */
  expires_at?: string
  /**
   * Your own id: 1-128 printable characters without spaces, unique among the project’s grants
   * (ours: outcomes have ids of their own).
   */
  external_id?: string
  /** Kept with the grant; at most 4096 bytes as JSON in UTF-8. */
  meta?: Record<string, unknown>
}

/** One grant. */
export interface FreespinsGetRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'freespins_get'
  /** Exactly one of the two ids. */
  grant_id?: string
  /** Exactly one of the two ids. */
  external_id?: string
}

/** The project’s grants that match every field sent, newest first. */
export interface FreespinsListRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'freespins_list'
  player_id?: string
  symbol?: string
  currency?: 'UAH' | 'USD' | 'EUR' | 'RUB'
  status?: 'active' | 'used' | 'expired' | 'cancelled'
}

/**
 * Ends an active grant; a started spin finishes. A grant that is finished is answered unchanged.
 */
export interface FreespinsCancelRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'freespins_cancel'
  /** Exactly one of the two ids. */
  grant_id?: string
  /** Exactly one of the two ids. */
  external_id?: string
}

export interface OutcomeScheduleRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'outcome_schedule'
  /**
   * 1-128 printable characters, spaces included. Ours: the player need not have played; the first
   * mention stores the id.
   */
  player_id: string
  /** A game with `target_outcomes` true in `/games/health`. */
  symbol: string
  /**
   * Target win in base bets: positive, at most 2 decimals, at most 7 digits before the point, not
   * above the maximum win of the game. Ours: text has no sign, exponent or leading zero.
   */
  multiplier: number | string
  /**
   * `spin` (default): a win without the feature. `bonus`: a win that comes with it, triggered or
   * bought.
   */
  kind?: 'spin' | 'bonus'
  /** Default 1. */
  spin_number?: number
  /** ISO 8601 with a zone, in 1 hour to 90 days. Default: in 7 days. */
  expires_at?: string
  /** 1-128 printable characters without spaces, unique among the outcomes of the project. */
  external_id?: string
  /** Free text of at most 500 characters. */
  comment?: string
}

/** Exactly one of `outcome_id` and `external_id`; for a cancel that is ours. */
export interface OutcomeGetRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'outcome_get'
  /** The id of the platform. */
  outcome_id?: string
  /** The id of the operator. */
  external_id?: string
}

/** Only entries that fit every filter. Ours: a player or game nobody knows gives an empty list. */
export interface OutcomeListRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'outcome_list'
  player_id?: string
  symbol?: string
  status?: 'pending' | 'ready' | 'unreachable' | 'applied' | 'expired' | 'cancelled'
}

/** Exactly one of `outcome_id` and `external_id`; for a cancel that is ours. */
export interface OutcomeCancelRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'outcome_cancel'
  /** The id of the platform. */
  outcome_id?: string
  /** The id of the operator. */
  external_id?: string
}

export interface RoundCancelRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'round_cancel'
  /** `meta.round_id` of the round’s wallet callbacks. */
  round_id: string
}

export interface ReportRoundsRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'report_rounds'
  /** Only this player. */
  player_id?: string
  /** Only this game. A game nobody played gives no rows, published or not (ours). */
  symbol?: string
  /** Only this currency. */
  currency?: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Only this round. */
  round_id?: string
  /** `pending`: every state that is none of the other three (ours). */
  state?: 'settled' | 'pending' | 'cancelled' | 'rejected'
  /** Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours). */
  from?: string
  /** Exclusive; later than `from` (ours). The same forms as `from`. */
  to?: string
  /** Rows of a page. */
  limit?: number
  /** The `next_cursor` of the previous page, with the same filters; `limit` may differ (ours). */
  cursor?: string
}

export interface ReportGgrRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'report_ggr'
  /** Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours). */
  from?: string
  /**
   * Exclusive; now unless given. Without `from` the 31 days before it; at most 366 days after
   * `from`.
   */
  to?: string
  /**
   * Fewer keys give coarser totals. Rows are by currency and name it in any case, because amounts
   * of different currencies are never added (ours).
   */
  group_by?: ('day' | 'symbol' | 'currency')[]
  /** Only this game. A game nobody played gives no rows, published or not (ours). */
  symbol?: string
  /** Only this currency. */
  currency?: 'UAH' | 'USD' | 'EUR' | 'RUB'
}

export interface ReportReconciliationRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  method: 'report_reconciliation'
  /** Only this player. */
  player_id?: string
  /** Only this currency. */
  currency?: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours). */
  from?: string
  /** Exclusive; later than `from` (ours). The same forms as `from`. */
  to?: string
  /** Rows of a page. */
  limit?: number
  /** The `next_cursor` of the previous page, with the same filters; `limit` may differ (ours). */
  cursor?: string
}

/** The player’s level with the provider, bet limits and journal. Stores nobody. */
export interface PlayerRtpGetRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  action: 'get'
  /** The player: 1-128 characters, as at launch. */
  player_id: string
  /** Whose level, and in whose games a bet limit holds. Pass it explicitly. */
  provider?: 'provider_a' | 'provider_b' | 'provider_c'
}

/**
 * Sets a manual level from the next round on, which no provider RTP caps. It freezes the adaptive
 * rule. A new player is bound first.
 */
export interface PlayerRtpSetRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  action: 'set'
  /** The player: 1-128 characters, as at launch. */
  player_id: string
  /** Whose level, and in whose games a bet limit holds. Pass it explicitly. */
  provider?: 'provider_a' | 'provider_b' | 'provider_c'
  /** Percent, 60-100, at most two decimals; as a number or a decimal text. */
  rtp: string | number
  /** Up to 200 characters, shown in the journal. */
  reason?: string
}

/** Returns to the automatic level the player had. A new player is bound. */
export interface PlayerRtpAutoRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  action: 'auto'
  /** The player: 1-128 characters, as at launch. */
  player_id: string
  /** Whose level, and in whose games a bet limit holds. Pass it explicitly. */
  provider?: 'provider_a' | 'provider_b' | 'provider_c'
  /** Up to 200 characters, shown in the journal. */
  reason?: string
}

/** Sets the player’s limit for the total stake of a round, in one currency with one provider. */
export interface PlayerRtpBetLimitRequest {
  /** Project id. */
  partner: string
  /** Project secret key. */
  api_key: string
  action: 'bet-limit'
  /** The player: 1-128 characters, as at launch. */
  player_id: string
  /** Whose level, and in whose games a bet limit holds. Pass it explicitly. */
  provider?: 'provider_a' | 'provider_b' | 'provider_c'
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Digits, minor units, at least 1. Null together with `max_minor`: no limit. */
  min_minor: string | null
  /** Digits, minor units, at least `min_minor`. */
  max_minor: string | null
}

export interface SessionInfoCallback {
  method: 'session_info'
  /** The project's key: compare it in constant time, refuse what does not match. */
  api_key: string
  /** The player, as the launch named it. */
  player_id: string
  /** The session that the launch answered. */
  session_id: string
}

export interface BetCallback {
  method: 'bet'
  /** The project's key: compare it in constant time, refuse what does not match. */
  api_key: string
  /** The player, as the launch named it. */
  player_id: string
  /** The session that the launch answered. */
  session_id: string
  /** As at the end of the address. */
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, the `symbol` of the launch. */
  game: string
  /** Unix time of the operation's first attempt; a repeat carries the same. */
  timestamp: number
  /** What to debit; 0 in a free spin. At most 2 decimals; read it exactly. */
  amount: number
  meta: {
    /** Unique id of the operation: apply it once, answer repeats from your record. */
    transaction: string
    /** The round; the `round_id` of reports. */
    round_id: string
    /** Unix time, as `timestamp`. */
    time: number
    /** A round of operator free spins. */
    is_freespins?: true
    /** Only in rounds of operator free spins. */
    freespins?: {
      /** The grant the round belongs to. */
      grant_id: string
      external_id: string | null
      /** The bet each spin is worth. */
      nominal_bet: number
      /** Ours: spins left after this one. */
      remaining: number
    }
  }
}

export interface WinCallback {
  method: 'win'
  /** The project's key: compare it in constant time, refuse what does not match. */
  api_key: string
  /** The player, as the launch named it. */
  player_id: string
  /** The session that the launch answered. */
  session_id: string
  /** As at the end of the address. */
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, the `symbol` of the launch. */
  game: string
  /** Unix time of the operation's first attempt; a repeat carries the same. */
  timestamp: number
  /** What to credit. At most 2 decimals; read it exactly. */
  amount: number
  meta: {
    /** Unique id of the operation: apply it once, answer repeats from your record. */
    transaction: string
    /** The round; the `round_id` of reports. */
    round_id: string
    /** Unix time, as `timestamp`. */
    time: number
    /** A round of operator free spins. */
    is_freespins?: true
    /** Only in rounds of operator free spins. */
    freespins?: {
      /** The grant the round belongs to. */
      grant_id: string
      external_id: string | null
      /** The bet each spin is worth. */
      nominal_bet: number
      /** Ours: spins left after this one. */
      remaining: number
    }
  }
}

export interface RoundInfoCallback {
  method: 'round_info'
  /** The project's key: compare it in constant time, refuse what does not match. */
  api_key: string
  /** The player, as the launch named it. */
  player_id: string
  /** The session that the launch answered. */
  session_id: string
  /** As at the end of the address. */
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, the `symbol` of the launch. */
  game: string
  /** Unix time of the operation's first attempt; a repeat carries the same. */
  timestamp: number
  /** Only in rounds of a target outcome. */
  forced?: true
  meta: {
    /** Ours: which end of the round. */
    event: 'start' | 'finish'
    /** The round; the `round_id` of reports. */
    round_id: string
    /** Unix time, as `timestamp`. */
    time: number
  }
}

export interface RefundCallback {
  method: 'refund'
  /** The project's key: compare it in constant time, refuse what does not match. */
  api_key: string
  /** The player, as the launch named it. */
  player_id: string
  /** The session that the launch answered. */
  session_id: string
  /** As at the end of the address. */
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, the `symbol` of the launch. */
  game: string
  /** Unix time of the operation's first attempt; a repeat carries the same. */
  timestamp: number
  /** The whole bet. At most 2 decimals; read it exactly. */
  amount: number
  meta: {
    /** Unique id of the operation: apply it once, answer repeats from your record. */
    transaction: string
    /** The bet's `meta.transaction`. */
    original_transaction: string
    /** The round; the `round_id` of reports. */
    round_id: string
    /** Unix time, as `timestamp`. */
    time: number
  }
}

export interface FreespinsFinishedCallback {
  method: 'freespins_finished'
  /** The project's key: compare it in constant time, refuse what does not match. */
  api_key: string
  grant_id: string
  external_id: string | null
  /** The player, as the launch named it. */
  player_id: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
  /** Game id, the `symbol` of the launch. */
  game: string
  /** Ours: Unix time of `finished_at`. */
  timestamp: number
  status: 'used' | 'expired' | 'cancelled'
  /** Spins granted. */
  total: number
  /** Spins played. */
  played: number
  /** Bet of each spin, a decimal. */
  bet: string
  /** What the spins won, credited already by `win`. */
  total_win: string
  /** ISO 8601, UTC. */
  finished_at: string
}

export interface Error {
  status: 'error'
  /** The code. */
  message: string
}
