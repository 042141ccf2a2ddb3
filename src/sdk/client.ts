// SPDX-License-Identifier: Apache-2.0
// The operator API as functions: one per method, typed by the API's document. Keeps no state; must
// never run where a player can read it, because it holds the project's key.

import { randomUUID } from 'node:crypto'
import type {
  Capabilities,
  FreespinsCancelRequest,
  FreespinsCreateRequest,
  FreespinsGetRequest,
  FreespinsListRequest,
  GamesCatalog,
  GamesHealth,
  GrantAnswer,
  GrantsAnswer,
  Health,
  LaunchAnswer,
  OutcomeAnswer,
  OutcomeCancelRequest,
  OutcomeGetRequest,
  OutcomeListRequest,
  OutcomeScheduleRequest,
  OutcomesAnswer,
  PlayerRtpAnswer,
  PlayerRtpAutoRequest,
  PlayerRtpBetLimitRequest,
  PlayerRtpGetRequest,
  PlayerRtpSetRequest,
  PlayGameRequest,
  ProjectGetAnswer,
  ProjectGetRequest,
  ReportGgrAnswer,
  ReportGgrRequest,
  ReportReconciliationAnswer,
  ReportReconciliationRequest,
  ReportRoundsAnswer,
  ReportRoundsRequest,
  RoundCancelAnswer,
  RoundCancelRequest,
  SessionsEndAnswer,
  SessionsEndRequest,
} from './api-types.ts'
import { sendCall, type Transport } from './call.ts'

export { OperatorApiError } from './call.ts'

export interface OperatorOptions extends Transport {
  /** Project id. */
  partner: string
  /** The project's secret key, or a function that reads the current one. */
  apiKey: string | (() => string | Promise<string>)
}

/** A call that changes something. */
export interface Once {
  /**
   * From your own record, so that a repeat after a crash on your side is the same call; by default
   * a new one.
   */
  idempotencyKey?: string
}

export type OperatorClient = ReturnType<typeof createOperatorClient>

/** The fields that a caller gives: the rest is added here. */
type Fields<Request> = Omit<Request, 'partner' | 'api_key' | 'method' | 'action'>
type Body<Request> = Omit<Request, 'partner' | 'api_key'>
export type LaunchFields = Omit<Fields<PlayGameRequest>, 'provider' | 'gametype' | 'freespins'>
export type GrantId = { grant_id: string } | { external_id: string }
export type OutcomeId = { outcome_id: string } | { external_id: string }

const LAUNCH = '/playGame.do'
const ACTIONS = '/gameActions.do'
const PLAYER_RTP = '/playerRtp.do'

/** Every function rejects with OperatorApiError when the call fails. */
export function createOperatorClient(options: OperatorOptions) {
  const api = createSender(options)
  return {
    /** The link is for that player only: never log it. */
    launch: (fields: LaunchFields, once?: Once) =>
      api.change<PlayGameRequest, LaunchAnswer>(
        LAUNCH,
        { provider: 'own', gametype: 'demo', ...fields },
        once,
      ),

    freespins: freeSpinCalls(api),
    outcomes: outcomeCalls(api),

    /** ROUND_BUSY: a wallet call of the round is in flight; call again after a few seconds. */
    roundCancel: (roundId: string, once?: Once) =>
      api
        .change<RoundCancelRequest, RoundCancelAnswer>(
          ACTIONS,
          { method: 'round_cancel', round_id: roundId },
          once,
        )
        .then(answer => answer.round),

    /** After a logout or a self-exclusion: no link of the player opens a game any more. */
    sessionsEnd: (playerId: string, once?: Once) =>
      api
        .change<SessionsEndRequest, SessionsEndAnswer>(
          ACTIONS,
          { method: 'sessions_end', player_id: playerId },
          once,
        )
        .then(answer => answer.player_id),

    /** What the platform's owner has set for the project. */
    project: () =>
      api
        .read<ProjectGetRequest, ProjectGetAnswer>(ACTIONS, { method: 'project_get' })
        .then(answer => answer.project),

    reports: reportCalls(api),
    playerRtp: playerRtpCalls(api),

    games: () => sendCall(options, { path: '/games/health' }) as Promise<GamesHealth>,
    catalog: () => sendCall(options, { path: '/games/catalog' }) as Promise<GamesCatalog>,
    capabilities: () => sendCall(options, { path: '/capabilities' }) as Promise<Capabilities>,
    /** Not repeated: the call checks whether the platform answers. */
    health: () => sendCall({ ...options, attempts: 1 }, { path: '/health' }) as Promise<Health>,
  }
}

type Sender = ReturnType<typeof createSender>

/** Adds the credentials to every call. */
function createSender(options: OperatorOptions) {
  const { partner, apiKey } = options

  async function send(path: string, fields: object, idempotencyKey?: string): Promise<unknown> {
    const key = typeof apiKey === 'string' ? apiKey : await apiKey()
    const body = { partner, api_key: key, ...fields }
    return sendCall(options, { path, body, ...(idempotencyKey && { idempotencyKey }) })
  }

  return {
    read: <Request, Answer>(path: string, body: Body<Request>) =>
      send(path, body) as Promise<Answer>,
    /** All repeats have the same key, so that they are one call. */
    change: <Request, Answer>(path: string, body: Body<Request>, once: Once = {}) =>
      send(path, body, once.idempotencyKey ?? randomUUID()) as Promise<Answer>,
  }
}

function freeSpinCalls({ read, change }: Sender) {
  const changeGrant = <Request>(body: Body<Request>, once?: Once) =>
    change<Request, GrantAnswer>(ACTIONS, body, once).then(answer => answer.grant)
  return {
    create: (fields: Fields<FreespinsCreateRequest>, once?: Once) =>
      changeGrant<FreespinsCreateRequest>({ method: 'freespins_create', ...fields }, once),
    get: (id: GrantId) =>
      read<FreespinsGetRequest, GrantAnswer>(ACTIONS, { method: 'freespins_get', ...id }).then(
        answer => answer.grant,
      ),
    list: (filter: Fields<FreespinsListRequest> = {}) =>
      read<FreespinsListRequest, GrantsAnswer>(ACTIONS, {
        method: 'freespins_list',
        ...filter,
      }).then(answer => answer.grants),
    cancel: (id: GrantId, once?: Once) =>
      changeGrant<FreespinsCancelRequest>({ method: 'freespins_cancel', ...id }, once),
  }
}

function outcomeCalls({ read, change }: Sender) {
  const changeOutcome = <Request>(body: Body<Request>, once?: Once) =>
    change<Request, OutcomeAnswer>(ACTIONS, body, once).then(answer => answer.outcome)
  return {
    schedule: (fields: Fields<OutcomeScheduleRequest>, once?: Once) =>
      changeOutcome<OutcomeScheduleRequest>({ method: 'outcome_schedule', ...fields }, once),
    get: (id: OutcomeId) =>
      read<OutcomeGetRequest, OutcomeAnswer>(ACTIONS, { method: 'outcome_get', ...id }).then(
        answer => answer.outcome,
      ),
    list: (filter: Fields<OutcomeListRequest> = {}) =>
      read<OutcomeListRequest, OutcomesAnswer>(ACTIONS, {
        method: 'outcome_list',
        ...filter,
      }).then(answer => answer.outcomes),
    cancel: (id: OutcomeId, once?: Once) =>
      changeOutcome<OutcomeCancelRequest>({ method: 'outcome_cancel', ...id }, once),
  }
}

function reportCalls({ read }: Sender) {
  const rounds = (filter: Fields<ReportRoundsRequest> = {}) =>
    read<ReportRoundsRequest, ReportRoundsAnswer>(ACTIONS, { method: 'report_rounds', ...filter })
  const reconciliation = (filter: Fields<ReportReconciliationRequest> = {}) =>
    read<ReportReconciliationRequest, ReportReconciliationAnswer>(ACTIONS, {
      method: 'report_reconciliation',
      ...filter,
    })
  return {
    /** One page; `eachRound` reads them all. */
    rounds,
    eachRound: (filter: Fields<ReportRoundsRequest> = {}) =>
      eachOf(
        cursor => rounds({ ...filter, ...cursor }),
        page => page.rounds,
      ),
    ggr: (fields: Fields<ReportGgrRequest> = {}) =>
      read<ReportGgrRequest, ReportGgrAnswer>(ACTIONS, { method: 'report_ggr', ...fields }),
    /** One page; `eachPlayer` reads them all. */
    reconciliation,
    eachPlayer: (filter: Fields<ReportReconciliationRequest> = {}) =>
      eachOf(
        cursor => reconciliation({ ...filter, ...cursor }),
        page => page.players,
      ),
  }
}

function playerRtpCalls({ read, change }: Sender) {
  const changePlayer = <Request>(body: Body<Request>, once?: Once) =>
    change<Request, PlayerRtpAnswer>(PLAYER_RTP, body, once).then(answer => answer.player)
  return {
    get: (fields: Fields<PlayerRtpGetRequest>) =>
      read<PlayerRtpGetRequest, PlayerRtpAnswer>(PLAYER_RTP, { action: 'get', ...fields }).then(
        answer => answer.player,
      ),
    set: (fields: Fields<PlayerRtpSetRequest>, once?: Once) =>
      changePlayer<PlayerRtpSetRequest>({ action: 'set', ...fields }, once),
    auto: (fields: Fields<PlayerRtpAutoRequest>, once?: Once) =>
      changePlayer<PlayerRtpAutoRequest>({ action: 'auto', ...fields }, once),
    betLimit: (fields: Fields<PlayerRtpBetLimitRequest>, once?: Once) =>
      changePlayer<PlayerRtpBetLimitRequest>({ action: 'bet-limit', ...fields }, once),
  }
}

/** The rows of all pages, read as they are needed. */
async function* eachOf<Page extends { next_cursor: string | null }, Row>(
  read: (cursor: { cursor?: string }) => Promise<Page>,
  rowsOf: (page: Page) => Row[],
): AsyncGenerator<Row> {
  let page = await read({})
  yield* rowsOf(page)
  while (page.next_cursor !== null) {
    page = await read({ cursor: page.next_cursor })
    yield* rowsOf(page)
  }
}
