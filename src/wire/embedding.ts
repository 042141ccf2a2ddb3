// The messages that the game's page and the casino's page around it send each other by
// `postMessage`. The two pages have different origins: docs/embedding.md explains who checks what,
// and docs/embedding.schema.json is made from these schemas.

import { type Static, type TProperties, Type } from 'typebox'
import { amount, text, Uuid, variant } from '../core/fields.ts'
import { CURRENCIES } from '../core/money.ts'
import { DOCUMENT_LICENCE, SCHEMA_DIALECT } from './document-info.ts'
import { END_REASON_MOST, MESSAGE_ID_MOST, MESSAGE_TEXT_MOST } from './embedding-bounds.ts'

/** The protocol's number, in every message. Another number is another protocol. */
const VERSION = 1

const message = <Name extends string, Fields extends TProperties>(
  type: Name,
  description: string,
  fields: Fields,
) => variant(type, description, { reelhouse: Type.Literal(VERSION), ...fields })

const Money = Type.Object(
  {
    amount: amount('Decimal text.'),
    minor: Type.String({ pattern: '^(0|[1-9][0-9]*)$', description: 'Minor units, digits.' }),
    currency: Type.Enum([...CURRENCIES]),
  },
  { title: 'Money', description: 'The same amount in two forms, so that no conversion is needed.' },
)
/** Plain text with at least one visible character. */
const shown = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description })
const messageId = shown(MESSAGE_ID_MOST, 'Chosen by the casino.')

const game = text('Id of the game.')
const roundId = Uuid

export const GameMessage = Type.Union([
  message(
    'loaded',
    "The game's page receives the casino's messages from now on. Also the answer to `hello`.",
    {
      game,
      greeted: Type.Boolean({
        description: 'True: it answers `hello`; false: the page was just loaded.',
      }),
      ignored: Type.Integer({
        minimum: 0,
        description: 'How many messages from the casino so far were not part of this protocol.',
      }),
    },
  ),
  message('ready', 'The player may play. Also sent after `loaded` for a later `hello`.', {
    game,
    sessionId: Uuid,
    language: text('Standard language code of the session.'),
    balance: Money,
    mode: Type.Literal('TEST_ONLY'),
  }),
  message('round-started', 'A round has a number and a stake. The player sees no outcome yet.', {
    roundId,
    mode: text('Id of the mode, such as `base`, or of an ante or a buy.'),
    stake: Money,
    freeSpin: Type.Union([Uuid, Type.Null()], {
      description:
        'The grant that pays for the round, whose `stake` is then nominal; null: the player ' +
        'pays.',
    }),
    resumed: Type.Boolean({
      description: 'The round was already open when the game was opened.',
    }),
  }),
  message('outcome', 'The player has seen the whole outcome, decisions included.', {
    roundId,
    win: Money,
  }),
  message('settled', 'The round is over and all its money has moved; the next one may start.', {
    roundId,
    status: Type.Enum(['settled', 'rejected', 'unknown'], {
      description:
        '`rejected`: the bet was refused or cancelled, nothing was won. `unknown`: it ended ' +
        "while the page was away, or was set aside; the casino's wallet and reports have the " +
        'result.',
    }),
    win: Type.Union([Money, Type.Null()], { description: 'Null if the status is `unknown`.' }),
  }),
  message('balance', 'The balance that the player sees has changed.', { balance: Money }),
  message('state', 'One of these has changed. `paused` and not `inRound`: the game is at rest.', {
    paused: Type.Boolean({ description: 'Set by `pause`: no new round starts.' }),
    muted: Type.Boolean({
      description: 'Set by `mute`; the player may have switched sound off too.',
    }),
    inRound: Type.Boolean({
      description:
        'A round is in progress: it finishes, paused or not. False also while the game is ' +
        'paused and the round only waits for a decision of the player.',
    }),
    online: Type.Boolean({ description: 'The page is connected to the platform.' }),
  }),
  message('error', 'Something was refused or went wrong.', {
    code: text(
      'A code of the play protocol (docs/game-protocol.md), or `INVALID_MESSAGE`: the casino ' +
        'sent something that is not a message, reported once; or `ENDED_BY_CASINO`: it sent ' +
        '`end`.',
    ),
    message: text("In the player's language, as shown to the player."),
    fatal: Type.Boolean({ description: 'The game is over on this page: launch again.' }),
  }),
  message('message-closed', 'The player has closed a message of `show-message`.', { messageId }),
  message(
    'top-up',
    'The player wants to top up: show the cashier, then send `refresh-balance`. Sent only after ' +
      '`offer-top-up`.',
    {},
  ),
  message('close', 'The player wants to leave: remove the frame, or show the lobby.', {
    reason: Type.Enum(['home', 'session-ended'], {
      description: '`session-ended`: the player left the page that a fatal `error` had ended.',
    }),
  }),
])
export type GameMessage = Static<typeof GameMessage>

export const CasinoMessage = Type.Union([
  message(
    'hello',
    'The casino is listening: answered by `loaded`, by `ready` once the game is ready, and by ' +
      '`state`.',
    {},
  ),
  message('pause', 'No new round starts, autoplay stops; a started one finishes.', {}),
  message('resume', 'Ends `pause`.', {}),
  message('mute', 'No sound, whatever the player has set.', {}),
  message('unmute', "Ends `mute`; the player's setting applies again.", {}),
  message(
    'refresh-balance',
    'Asks the wallet for the balance, after a round in progress; answered by `balance` or ' +
      '`error`.',
    {},
  ),
  message('open-rules', 'Shows the player the paytable and the rules.', {}),
  message('open-history', "Shows the player's last rounds.", {}),
  message('show-message', 'Shows the player a message of the casino, until it is closed.', {
    messageId,
    text: shown(MESSAGE_TEXT_MOST, "Plain text in the player's language."),
  }),
  message('offer-top-up', 'Whether the player has a key to top up; without it there is none.', {
    offered: Type.Boolean(),
  }),
  message(
    'end',
    'The game ends on this page, after a round in progress; a round that only waits for a ' +
      'decision of the player waits until the next launch.',
    { reason: shown(END_REASON_MOST, "Plain text in the player's language, shown to the player.") },
  ),
])
export type CasinoMessage = Static<typeof CasinoMessage>

/** The committed text of docs/embedding.schema.json. */
export function printEmbeddingSchema(): string {
  const document = {
    $schema: SCHEMA_DIALECT,
    $comment: `SPDX-License-Identifier: ${DOCUMENT_LICENCE.name}`,
    title: 'Reelhouse embedding',
    description:
      'Messages between a game in a frame and the page around it. docs/embedding.md explains them.',
    $defs: { GameMessage, CasinoMessage },
    anyOf: [{ $ref: '#/$defs/GameMessage' }, { $ref: '#/$defs/CasinoMessage' }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
