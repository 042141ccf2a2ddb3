// The operator API as a whole: its paths, what all methods of a path have in common, and the
// capabilities behind it. The document is made from it; each method is described in its folder.

import { CALLS_PER_MINUTE } from '../core/settings-schema.ts'
import type { ApiDescription } from '../wire/openapi/description.ts'
import { buildOpenApi } from '../wire/openapi/document.ts'
import type { OperatorPath } from './capability.ts'
import { PUBLIC_ENDPOINTS, PUBLIC_PARTS } from './catalog/document.ts'
import { OPERATOR_ERRORS, POST_ERRORS, RefusalDetails } from './errors.ts'
import { FREE_SPINS } from './free-spins/document.ts'
import { LAUNCH } from './launch/document.ts'
import { PLAYER_RTP } from './player-rtp/document.ts'
import { PROJECT } from './project/document.ts'
import { REPORTS } from './reports/document.ts'
import { ROUND_CANCEL } from './round-cancel/document.ts'
import { SESSIONS } from './sessions/document.ts'
import { TARGET_OUTCOMES } from './target-outcomes/document.ts'

const POSTS: readonly OperatorPath[] = [
  {
    path: '/playGame.do',
    operationId: 'playGame',
    tag: 'Launch',
    summary: 'Open a game for a player',
    description:
      'The balance shown in the game is the one that the wallet reports. `Idempotency-Key`: the ' +
      'same key with the same body gives the same link.',
    selector: null,
    capabilities: [LAUNCH],
    errors: POST_ERRORS,
  },
  {
    path: '/gameActions.do',
    operationId: 'gameActions',
    tag: 'Game actions',
    summary: 'Free spins, target outcomes, round cancel, sessions, settings and reports',
    description:
      "The field `method` selects the method. The caller's address must be in one of the " +
      "project's networks. Reports count as `reports`, all other methods as `actions`.",
    selector: 'method',
    capabilities: [FREE_SPINS, TARGET_OUTCOMES, ROUND_CANCEL, SESSIONS, PROJECT, REPORTS],
    errors: [...POST_ERRORS, 'IP_NOT_ALLOWED', 'INVALID_METHOD', 'METHOD_RETIRED'],
  },
  {
    path: '/playerRtp.do',
    operationId: 'playerRtp',
    tag: 'Player RTP',
    summary: 'RTP levels and bet limits of players',
    description:
      "The field `action` selects the action; every action answers the player's record. The " +
      "caller's address must be in one of the project's networks. Ours: calls count as " +
      '`actions`, and `Idempotency-Key` works as on the other paths.',
    selector: 'action',
    capabilities: [PLAYER_RTP],
    errors: [
      ...POST_ERRORS,
      'IP_NOT_ALLOWED',
      'INVALID_ACTION',
      'INVALID_PLAYER',
      'RTP_PROVIDER_UNSUPPORTED',
    ],
  },
]

const DESCRIPTION = [
  'The platform runs in a test-only mode: units are non-withdrawable and no real payments exist. ' +
    'Calls are `POST` with `Content-Type: application/json` and a JSON object. Success is ' +
    '`status: ok` plus the result; an error is `{"status":"error","message":"<CODE>"}`: branch ' +
    'on the code. Ours: some errors say more (`field`, `address`, `cause`).',
  'Credentials: every POST carries `partner` (project id) and `api_key` (project secret) in its ' +
    'body; your calls carry no signature and no token in headers. Keep the key on your server. ' +
    '`/gameActions.do` and `/playerRtp.do` are also limited to the networks of the project. ' +
    'Calls to your wallet carry `X-Reelhouse-Signature` if the project requires it (ours).',
  'Amounts are exact: read them as decimals, never as floating point. Times are ISO 8601, UTC in ' +
    'answers. Unknown fields of an answer are to be ignored; unknown fields of a request are ' +
    'refused.',
  `Quotas by default: ${CALLS_PER_MINUTE.launch} launches, ${CALLS_PER_MINUTE.actions} actions ` +
    `and ${CALLS_PER_MINUTE.reports} reports a minute; a minute's quota may be used at once. ` +
    'Beyond it: 429 `RATE_LIMITED` with `Retry-After`.',
  'Every answer but that of `/games/catalog` carries `Cache-Control: no-store`. After a time-out ' +
    'repeat the call with the same `Idempotency-Key`.',
  'The specification of the API leaves some things open. What is marked "ours" is the choice of ' +
    'this platform: the order of the checks (size and JSON, credentials, allowlist, quota, ' +
    '`Idempotency-Key`, method, body), 404 `NOT_FOUND` for an unknown path, 405 ' +
    '`METHOD_NOT_ALLOWED` for another verb.',
].join('\n\n')

const OPERATOR_API: ApiDescription = {
  version: '2.0.0',
  description: DESCRIPTION,
  tags: [
    { name: 'Launch', description: 'Players come in through a link.' },
    { name: 'Game actions', description: 'What an operator does with players and rounds.' },
    { name: 'Player RTP', description: 'Levels and limits of one player.' },
    { name: 'Public', description: 'Need no credentials.' },
    { name: 'Wallet', description: "What the platform calls the operator's wallet for." },
  ],
  posts: POSTS,
  gets: PUBLIC_ENDPOINTS,
  publicParts: PUBLIC_PARTS,
  errors: OPERATOR_ERRORS,
  errorDetails: RefusalDetails,
}

/** The committed text of docs/openapi.json. */
export function printOpenApi(): string {
  return `${JSON.stringify(buildOpenApi(OPERATOR_API), null, 2)}\n`
}
