// The connection test: one session_info to a project's saved callback address, reported in plain
// words. Must never show the key that it sends, nor send it to an address that was saved without
// the password.

import { v7 as uuidv7 } from 'uuid'
import type { ConnectionProblem } from '../../core/callback-record.ts'
import type { Currency } from '../../core/money.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { testConnection } from '../../wallet/connection-test.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { openProject } from '../keys/open.ts'
import { type Answered, answered } from '../route.ts'
import type { ConnectionTest } from './schema.ts'
import { viewShown } from './views.ts'

/** No player has this name: a wallet may answer that it does not know it. */
const TEST_PLAYER = 'reelhouse-connection-test'

interface Asked {
  currency: Currency
  playerId?: string
}

export async function testProject(
  deps: Pick<AdminDeps, 'pool' | 'masterKey' | 'wallet'>,
  projectId: string,
  { currency, playerId = TEST_PLAYER }: Asked,
): Promise<Answered<ConnectionTest> | AdminRefused> {
  const opened = await openProject(deps, projectId)
  if (!opened.ok) return opened
  const project = opened.value
  const refused = requireConfirmed(project)
  if (refused !== null) return refused
  const player = { playerId, sessionId: uuidv7(), currency, gameId: GAMES[0]!.id }
  const { latencyMs, httpStatus, result } = await testConnection(deps.wallet, project, player)
  const isOk = result.kind === 'accepted'
  return answered({
    ok: isOk,
    url: urlOf(project, currency),
    latencyMs: Math.round(latencyMs),
    httpStatus,
    code: isOk ? null : result.code,
    detail: isOk ? 'The wallet answered with a balance.' : sentenceOf(result.code, result.detail),
    currency,
    balanceMinor: isOk ? result.balanceMinor.toString() : null,
    clientCertificate: viewShown(project.shownCertificate),
  })
}

const NOT_CONFIRMED = refuse(
  'CALLBACK_NOT_CONFIRMED',
  'The callback address was saved without the password: save it once more, and the test can run.',
  'callbackUrl',
)

/** A test sends the key. Null: it may be sent to the saved address. */
export function requireConfirmed({ isCallbackConfirmed }: Project): AdminRefused | null {
  return isCallbackConfirmed ? null : NOT_CONFIRMED
}

const urlOf = ({ internal, callbackUrl }: Project, currency: Currency) =>
  internal ? `the built-in wallet, ${currency}` : `${callbackUrl}/${currency}`

const MEANINGS: Readonly<Record<ConnectionProblem, string>> = {
  CALLBACK_HTTP_ERROR: 'The wallet did not answer with HTTP 200',
  INVALID_CALLBACK_RESPONSE: 'The answer is not what a wallet must answer',
  WALLET_ERROR: 'The wallet was reached and answered with an error',
  TIMEOUT: 'The wallet took too long',
  NETWORK_ERROR: 'No connection to the wallet came about',
  ADDRESS_REFUSED: 'The host leads to an address that is not public',
  TOO_MANY_CALLS: 'Too many calls to this wallet are under way',
}

function sentenceOf(code: ConnectionProblem, detail: string): string {
  return `${MEANINGS[code]}: ${detail}.`
}
