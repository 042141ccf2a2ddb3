// POST /playGame.do: opens or continues a player's session and answers the link to the game client.
// Source: operator API, "POST {base_url}/playGame.do", rules 1-8.

import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { inShardOf } from '../../core/shard.ts'
import type { WalletAnswer } from '../../core/wallet-operation.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import type { LaunchSessions, SessionRow } from '../../ledger/players/sessions.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import type { RedisState } from '../../redis/player-state.ts'
import type { CallContext, Executed, OperatorMethod, OperatorRoute } from '../call.ts'
import { refuse, type WalletCause, walletCause } from '../errors.ts'
import { accept } from '../request.ts'
import { type EmbeddingKeys, printSurroundings, type Surroundings } from './embedding.ts'
import { type ClientPlatform, type Launch, readLaunch } from './rules.ts'
import type { LaunchAnswer } from './schema.ts'
import { issueToken } from './session-token.ts'

export interface LaunchDeps {
  sessions: PlayerDatabases<LaunchSessions>
  redisState: RedisState
  sessionInfo(
    player: PlayerRef,
    session: { sessionId: string; currency: Currency; gameId: string },
    requestId: string,
  ): Promise<WalletAnswer>
  tokenKey: Uint8Array
  /** They sign what the link contains about the pages around the game. */
  embeddingKeys: EmbeddingKeys
  publicUrl: string
  /** For a project that sets no lobby; null: it has no lobby. */
  defaultLobby(projectId: string): string | null
  /**
   * The number of the place that has the session's rows; null: there is one place. Proxies lead the
   * players of one place to few nodes by it; any node serves any player, whatever the link says.
   */
  placeOf(sessionId: string): number | null
  nowMs(): number
}

/** What the answer is rebuilt from; kept for the Idempotency-Key, holds no token. */
interface LaunchedSession {
  sessionId: string
  tokenVersion: number
  gameId: string
  clientPlatform: ClientPlatform
  currency: Currency
  language: string
  /** Absent in answers that were kept by versions without it. */
  frameAncestors?: readonly string[]
  lobbyUrl?: string | null
  projectId?: string
  expiresAtMs?: number
}

export function createLaunchRoute(deps: LaunchDeps): OperatorRoute {
  const method: OperatorMethod<Launch, LaunchedSession> = {
    name: 'playGame',
    read: readLaunch,
    execute: (project, asked, call) => launch(deps, project, asked, call),
    present: session => presentLaunch(deps, session),
  }
  return {
    needsAllowlist: false,
    rateClass: () => 'launch',
    findMethod: () => accept(method),
  }
}

/** A refusal has created no session. */
async function launch(
  deps: LaunchDeps,
  { projectId, settings }: Project,
  { game, playerId, currency, askedLanguage, defaultLanguage, clientPlatform }: Launch,
  call: CallContext,
): Promise<Executed<LaunchedSession>> {
  const player = { projectId, playerId }
  const sessions = deps.sessions.of(player)
  const known = await sessions.lookUp({ ...player, gameId: game.id })
  const unfinished = known?.unfinished ?? null
  if (unfinished !== null && unfinished.currency !== currency) return refuse('ROUND_IN_PROGRESS')
  // By the contract an unfinished round is always continued.
  if (known?.isBlocked === true && unfinished === null) return refuse('PLAYER_BLOCKED')
  const sessionId = unfinished?.sessionId ?? inShardOf(player, uuidv7({ msecs: deps.nowMs() }))
  const balance = await deps.sessionInfo(
    player,
    { sessionId, currency, gameId: game.id },
    call.requestId,
  )
  if (balance.kind !== 'accepted') return refuse('BALANCE_UNAVAILABLE', { cause: causeOf(balance) })
  const { balanceMinor } = balance
  const chosen = { currency, clientPlatform, balanceMinor }
  const language = askedLanguage ?? unfinished?.language ?? defaultLanguage
  let session: SessionRow
  if (unfinished === null) {
    const created = { ...player, ...chosen, sessionId, language, gameId: game.id }
    session = await sessions.create(created, deps.nowMs())
  } else {
    session = await sessions.continue(sessionId, { ...chosen, language }, deps.nowMs())
    await announce(deps, player, session, call)
  }
  const { frameAncestors } = settings
  const lobbyUrl = settings.lobbyUrl ?? deps.defaultLobby(projectId)
  return keep(session, { frameAncestors, lobbyUrl, projectId })
}

/** `refused` has no other answer to `session_info`: only a bet is refused for funds. */
function causeOf(answer: Exclude<WalletAnswer, { kind: 'accepted' }>): WalletCause {
  return answer.kind === 'refused' ? 'refused' : walletCause(answer.reason, answer.detail)
}

/**
 * A continued session may have a new version: sockets on the old link stop playing at once. Without
 * Redis no one can play; like a new session it reaches the player state when its socket sends
 * hello.
 */
async function announce(
  deps: LaunchDeps,
  player: PlayerRef,
  { sessionId, expiresAtMs, tokenVersion }: SessionRow,
  call: CallContext,
): Promise<void> {
  try {
    await deps.redisState.putSession(player, sessionId, expiresAtMs, tokenVersion)
  } catch (error) {
    call.onFault(error)
  }
}

function keep(
  session: SessionRow,
  around: Surroundings & { projectId: string },
): Executed<LaunchedSession> {
  const { sessionId, tokenVersion, gameId, clientPlatform, currency, language, expiresAtMs } =
    session
  const shown = { gameId, clientPlatform, currency, language, expiresAtMs, ...around }
  return { ok: true, sessionId, tokenVersion, ...shown }
}

/** The token is derived again and is in the fragment, which browsers never send. */
function presentLaunch(
  {
    tokenKey,
    embeddingKeys,
    publicUrl,
    placeOf,
  }: Pick<LaunchDeps, 'tokenKey' | 'embeddingKeys' | 'publicUrl' | 'placeOf'>,
  session: LaunchedSession,
): LaunchAnswer {
  const { sessionId, gameId, currency, language, clientPlatform } = session
  const { frameAncestors = [], lobbyUrl = null, projectId, expiresAtMs } = session
  const around =
    projectId === undefined || expiresAtMs === undefined
      ? []
      : printSurroundings(embeddingKeys, { frameAncestors, lobbyUrl, projectId, expiresAtMs })
  const place = placeOf(sessionId)
  const parameters = place === null ? around : [...around, `place=${place}`]
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  const token = issueToken(tokenKey, session)
  return {
    status: 'ok',
    link: `${publicUrl}${clientPath(gameId, clientPlatform)}${query}#token=${token}`,
    meta: { session_id: sessionId, currency, language, mode: 'TEST_ONLY' },
  }
}

/** provider_b has a client build for each platform; the others have one. */
function clientPath(gameId: string, clientPlatform: ClientPlatform): string {
  const builds = findGame(gameId)?.provider === 'provider_b'
  return builds ? `/play/${clientPlatform}/${gameId}/` : `/play/${gameId}/`
}
