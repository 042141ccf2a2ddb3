// POST /playGame.do: opens or continues a player's session and answers the link to the game client.
// Source: operator API, "POST {base_url}/playGame.do", rules 1-8.

import type { Pool } from 'pg'
import { Compile } from 'typebox/compile'
import { v7 as uuidv7 } from 'uuid'
import type { OperatorErrorCode } from '../../core/error-codes.ts'
import { isFreeText } from '../../core/identifiers.ts'
import { findLanguage, type Language } from '../../core/language.ts'
import type { Currency } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { issueToken } from '../../core/session-token.ts'
import type { WalletAnswer } from '../../core/wallet-operation.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import {
  continueSession,
  createSession,
  findSessionOfOpenRound,
  type SessionRow,
} from '../../ledger/players/sessions.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import type { RedisState } from '../../redis/player-state.ts'
import { type LaunchAnswer, LaunchRequest } from '../../wire/operator-api.ts'
import type { OperatorMethod, OperatorRoute } from '../call.ts'

export interface LaunchDeps {
  pool: Pool
  redisState: RedisState
  sessionInfo(
    player: PlayerRef,
    session: { sessionId: string; currency: Currency; gameId: string },
  ): Promise<WalletAnswer>
  tokenKey: Uint8Array
  publicUrl: string
  onFault(error: unknown): void
}

/** A launch whose body passed every check that needs no store. */
export interface CheckedLaunch {
  game: GameDefinition
  playerId: string
  currency: Currency
  language: Language
  clientPlatform: 'desktop' | 'mobile'
}

/** What the answer is rebuilt from; kept for the Idempotency-Key, holds no token. */
export type LaunchResult =
  | {
      ok: true
      sessionId: string
      tokenVersion: number
      gameId: string
      clientPlatform: 'desktop' | 'mobile'
      currency: Currency
      language: string
    }
  | { ok: false; code: OperatorErrorCode }

const request = Compile(LaunchRequest)

export function createLaunchRoute(deps: LaunchDeps): OperatorRoute {
  const method: OperatorMethod<CheckedLaunch, LaunchResult> = {
    name: 'playGame',
    check: checkLaunch,
    execute: (project, checked) => launch(deps, project, checked),
    present: result => presentLaunch(deps, result),
  }
  return { needsAllowlist: false, rateClass: () => 'launch', findMethod: () => method }
}

/** Body validation; a code when the body is not a launch. Nothing has happened then. */
export function checkLaunch(body: object, project: Project): CheckedLaunch | OperatorErrorCode {
  if (!request.Check(body)) return 'INVALID_REQUEST'
  if (!isFreeText(body.player_id, PLAYER_ID_MAX_CHARS)) return 'INVALID_REQUEST'
  if (body.freespins !== undefined) return 'PROMO_UNSUPPORTED'
  if (body.gametype !== 'demo') return 'REAL_MODE_DISABLED'
  const game = findGame(body.symbol)
  if (game === undefined) return 'UNSUPPORTED_GAME'
  const language = chooseLanguage(game, body.lang, project.defaultLanguage)
  if (language === null) return 'UNSUPPORTED_LANGUAGE'
  return {
    game,
    language,
    playerId: body.player_id,
    currency: body.currency as Currency,
    clientPlatform: body.client_platform === 'mobile' ? 'mobile' : 'desktop',
  }
}

/** The asked language; without one the project's default, or English where the game lacks that. */
function chooseLanguage(
  game: GameDefinition,
  asked: string | undefined,
  projectDefault: string,
): Language | null {
  const offered = Object.keys(game.languages)
  if (asked !== undefined) return findLanguage(asked, offered)
  return findLanguage(projectDefault, offered) ?? findLanguage('en', offered)
}

/** Executes a checked launch. A refusal has created no session. */
export async function launch(
  deps: LaunchDeps,
  project: Project,
  checked: CheckedLaunch,
): Promise<LaunchResult> {
  const player = { projectId: project.projectId, playerId: checked.playerId }
  const { game, currency } = checked
  const unfinished = await findSessionOfOpenRound(deps.pool, player, game.id)
  if (unfinished !== null && unfinished.currency !== currency) return refused('ROUND_IN_PROGRESS')
  const sessionId = unfinished?.sessionId ?? uuidv7()
  const balance = await deps.sessionInfo(player, { sessionId, currency, gameId: game.id })
  if (balance.kind !== 'accepted') return refused('BALANCE_UNAVAILABLE')
  const session =
    unfinished === null
      ? await createSession(deps.pool, { ...player, ...checked, sessionId, gameId: game.id })
      : await continueSession(deps.pool, sessionId, checked.language, checked.clientPlatform)
  await announce(deps, player, session)
  return accepted(session)
}

/**
 * A continued session may have a new version: sockets on the old link stop playing at once. Without
 * Redis nobody plays, and the player state learns of the session when its socket says hello.
 */
async function announce(
  deps: LaunchDeps,
  player: PlayerRef,
  { sessionId, expiresAtMs, tokenVersion }: SessionRow,
): Promise<void> {
  try {
    await deps.redisState.putSession(player, sessionId, expiresAtMs, tokenVersion)
  } catch (error) {
    deps.onFault(error)
  }
}

const refused = (code: OperatorErrorCode): LaunchResult => ({ ok: false, code })

function accepted(session: SessionRow): LaunchResult {
  const { sessionId, tokenVersion, gameId, clientPlatform, currency, language } = session
  return { ok: true, sessionId, tokenVersion, gameId, clientPlatform, currency, language }
}

/** The answer to the operator. The token is derived anew and rides in the fragment. */
export function presentLaunch(
  deps: Pick<LaunchDeps, 'tokenKey' | 'publicUrl'>,
  result: Extract<LaunchResult, { ok: true }>,
): LaunchAnswer {
  const { sessionId, gameId, currency, language } = result
  const token = issueToken(deps.tokenKey, result)
  return {
    status: 'ok',
    link: `${deps.publicUrl}${clientPath(gameId, result.clientPlatform)}#token=${token}`,
    meta: { session_id: sessionId, currency, language, mode: 'TEST_ONLY' },
  }
}

/** provider_b has a client build for each platform; the others have one. */
function clientPath(gameId: string, clientPlatform: 'desktop' | 'mobile'): string {
  const builds = findGame(gameId)?.provider === 'provider_b'
  return builds ? `/play/${clientPlatform}/${gameId}/` : `/play/${gameId}/`
}
