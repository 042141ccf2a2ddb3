// Runs of the wallet kit, as JSON.

import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../../core/money.ts'
import { textOrNull, time, timeOrNull } from '../common-schema.ts'

/** Only such names: no run can be begun with a player of an operator. */
const PLAYER_PATTERN = '^wallet-check-[0-9a-f]{12}$'
const currency = Type.Enum([...CURRENCIES])
const numberOrNull = Type.Union([Type.Number(), Type.Null()])

export const NewWalletCheck = Type.Object({
  currency,
  playerId: Type.Optional(
    Type.String({
      pattern: PLAYER_PATTERN,
      description: 'A name that was made for a run; left out: a new one.',
    }),
  ),
})
export type NewWalletCheck = Static<typeof NewWalletCheck>

export const BegunWalletCheck = Type.Object({ checkId: Type.String() })
export type BegunWalletCheck = Static<typeof BegunWalletCheck>

const run = {
  checkId: Type.String(),
  startedBy: Type.String(),
  startedAt: time,
  endedAt: timeOrNull,
  outcome: Type.Union(
    [Type.Enum(['passed', 'failed', 'stopped', 'late', 'interrupted']), Type.Null()],
    {
      description:
        'Null: it goes on. `late`: it took longer than five minutes. `interrupted`: its node ended.',
    },
  ),
  isStopAsked: Type.Boolean(),
  playerId: Type.String(),
  currency: Type.String(),
  callbackUrl: Type.String(),
  node: Type.String(),
  planned: Type.Integer({ description: 'How many checks it makes.' }),
  callCount: Type.Integer(),
}

export const WalletCheckRow = Type.Object({
  ...run,
  passed: Type.Integer(),
  failed: Type.Integer(),
  advice: Type.Integer({ description: 'Failed checks that the contract does not require.' }),
  notMade: Type.Integer(),
})
export type WalletCheckRow = Static<typeof WalletCheckRow>

export const WalletChecks = Type.Object({
  rows: Type.Array(WalletCheckRow, { description: 'The last ten runs, newest first.' }),
  newPlayerId: Type.String({ description: 'A new name for the player of a run.' }),
})
export type WalletChecks = Static<typeof WalletChecks>

const WalletCheckResult = Type.Object({
  name: Type.String(),
  group: Type.String(),
  title: Type.String({ description: 'What a good wallet does.' }),
  outcome: Type.Enum(['passed', 'failed', 'advice', 'not-made', 'running']),
  durationMs: Type.Integer(),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was not made.' }),
  failure: Type.Union([
    Type.Object({
      sent: Type.String(),
      expected: Type.String(),
      got: Type.String(),
      contract: Type.String(),
      fix: Type.String(),
    }),
    Type.Null(),
  ]),
})
export type WalletCheckResult = Static<typeof WalletCheckResult>

const WalletCheckCall = Type.Object({
  check: Type.String({ description: 'The name of the check that sent it.' }),
  method: Type.String(),
  code: Type.String({ description: 'As in the callback log.' }),
  detail: textOrNull,
  at: { ...time, description: 'When the call began.' },
  latencyMs: Type.Number(),
  httpStatus: numberOrNull,
  requestBody: Type.Union([Type.String(), Type.Null()], {
    description: 'With the API key removed; null: the report is full.',
  }),
  answerBody: Type.Union([Type.String(), Type.Null()], {
    description:
      'The first 2 KB with secrets removed; null: no answer came, it is not text, or the report ' +
      'is full.',
  }),
})
export type WalletCheckCall = Static<typeof WalletCheckCall>

export const WalletCheckReport = Type.Object({
  ...run,
  checks: Type.Array(WalletCheckResult, { description: 'Those made so far, in their order.' }),
  fromCall: Type.Integer({ description: 'Number of the first call of `calls`, from 0.' }),
  calls: Type.Array(WalletCheckCall),
})
export type WalletCheckReport = Static<typeof WalletCheckReport>
