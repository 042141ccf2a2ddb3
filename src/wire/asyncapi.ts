// The play protocol as an AsyncAPI 3.0 document, built from the schemas that validate and describe
// the messages. It describes the platform: `receive` is what a client sends. Pure; writes no file.

import type { TObject } from 'typebox'
import { Decision, GameEvent, GameRules } from '../games/engine/schemas.ts'
import { PLAY_HELLO_TIMEOUT_MS, PLAY_IDLE_TIMEOUT_S, PLAY_MESSAGE_MAX_BYTES } from '../limits.ts'
import { CONTACT, DOCUMENT_LICENCE } from './document-info.ts'
import {
  BalanceMessage,
  ElsewhereMessage,
  ErrorMessage,
  HistoryMessage,
  OutcomeMessage,
  Pong,
  ReplayMessage,
  RoundMessage,
  RulesMessage,
  SettledMessage,
  Welcome,
} from './play-answers.ts'
import {
  AskHistory,
  AskReplay,
  AskRules,
  Bet,
  Choose,
  Collect,
  FreeSpin,
  Gamble,
  Hello,
  Ping,
  RefreshBalance,
  Spin,
} from './play-commands.ts'
import { type PlayExamples, readPlayExamples } from './play-examples.ts'
import { GameView, PlayRulesView } from './play-game.ts'
import { FreeSpinsView, RoundView } from './play-round.ts'
import { type NamedSchemas, writeSchema } from './schema-refs.ts'

/** Increased when clients have to know about a change of the protocol. */
const PROTOCOL_VERSION = '2.3.0'

/** Shared parts of the messages, written once under `components.schemas`. */
const SHARED: NamedSchemas = {
  at: '#/components/schemas',
  byName: {
    Bet,
    Decision,
    GameEvent,
    Game: GameView,
    Round: RoundView,
    FreeSpins: FreeSpinsView,
    PlayRules: PlayRulesView,
    GameRules,
  },
}

type Described = readonly [schema: TObject, title: string, summary: string]

const COMMANDS: Readonly<Record<string, Described>> = {
  hello: [Hello, 'Hello', 'Opens the session on this connection.'],
  spin: [Spin, 'Spin', 'Starts a round.'],
  'free-spin': [FreeSpin, 'Free spin', 'Plays a spin of a grant.'],
  choose: [Choose, 'Choose', 'Answers a choice of the game.'],
  gamble: [Gamble, 'Gamble', 'Risks the current win.'],
  collect: [Collect, 'Collect', 'Takes the current win.'],
  'refresh-balance': [RefreshBalance, 'Refresh balance', 'Asks the wallet for the balance.'],
  ping: [Ping, 'Ping', 'Asks whether the line is alive.'],
  'ask-rules': [AskRules, 'Ask for rules', 'The figures of the game.'],
  'ask-history': [AskHistory, 'Ask for history', "A page of the player's last rounds."],
  'ask-replay': [AskReplay, 'Ask for a replay', "One of the player's settled rounds again."],
}

const ANSWERS: Readonly<Record<string, Described>> = {
  welcome: [Welcome, 'Welcome', 'The exact state of the session.'],
  outcome: [OutcomeMessage, 'Outcome', 'The result of a command; its answer follows.'],
  settled: [SettledMessage, 'Settled', 'The round whose outcome was sent is over.'],
  round: [RoundMessage, 'Round', 'A round as its player may see it.'],
  balance: [BalanceMessage, 'Balance', 'What the wallet has now.'],
  elsewhere: [ElsewhereMessage, 'Elsewhere', 'How many other pages have the session open.'],
  error: [ErrorMessage, 'Error', 'Why a command was refused.'],
  pong: [Pong, 'Pong', 'The line is alive.'],
  rules: [RulesMessage, 'Rules', 'The figures of the game.'],
  history: [HistoryMessage, 'History', "A page of the player's last rounds."],
  replay: [ReplayMessage, 'Replay', 'A settled round again.'],
}

const REF_CHANNEL = { $ref: '#/channels/play' }
const messageRef = (name: string) => ({ $ref: `#/channels/play/messages/${name}` })

/** @param protocolPage the text of docs/game-protocol.md, for the examples */
export function buildAsyncApi(protocolPage: string) {
  const examples = readPlayExamples(protocolPage)
  const messages = { ...COMMANDS, ...ANSWERS }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Reelhouse play protocol',
      version: PROTOCOL_VERSION,
      description:
        'JSON text messages between a game client and the platform over one WebSocket. ' +
        'TEST_ONLY: units are non-withdrawable. This document describes the platform: it ' +
        'receives commands and sends answers. docs/game-protocol.md explains the same in ' +
        'prose, with a full session.',
      contact: CONTACT,
      license: DOCUMENT_LICENCE,
      tags: [{ name: 'Play', description: 'Rounds, their decisions and what else is asked.' }],
    },
    defaultContentType: 'application/json',
    servers: { platform: server() },
    channels: { play: channel(Object.keys(messages)) },
    operations: {
      ...Object.fromEntries(Object.keys(COMMANDS).map(name => [name, commandOperation(name)])),
      roundNews: {
        action: 'send',
        channel: REF_CHANNEL,
        description:
          'The new state of a round that was not over, pushed to every connection of the ' +
          'player in its game, without `requestId`.',
        messages: [messageRef('round')],
      },
      balanceNews: {
        action: 'send',
        channel: REF_CHANNEL,
        description:
          "The player's newest balance, pushed to every other connection in its currency, " +
          'without `requestId`.',
        messages: [messageRef('balance')],
      },
      openElsewhere: {
        action: 'send',
        channel: REF_CHANNEL,
        description: 'How many other connections have the session open; sent when that changes.',
        messages: [messageRef('elsewhere')],
      },
    },
    components: {
      messages: {
        ...messagesOf(COMMANDS, examples.commands),
        ...messagesOf(ANSWERS, examples.answers),
      },
      schemas: Object.fromEntries(
        Object.entries(SHARED.byName).map(([name, schema]) => [name, writeSchema(schema, SHARED)]),
      ),
    },
  }
}

function server() {
  return {
    host: '{host}',
    protocol: 'wss',
    description: 'The host of the launch link; `ws` where the link is plain http (development).',
    variables: { host: { description: 'Host and port of the launch link.' } },
  }
}

function channel(names: readonly string[]) {
  return {
    address: '/play/socket',
    description:
      `Text frames of at most ${PLAY_MESSAGE_MAX_BYTES} bytes from the client. The first message ` +
      `is hello, within ${PLAY_HELLO_TIMEOUT_MS / 1000} s. A connection without a frame for ` +
      `${PLAY_IDLE_TIMEOUT_S} s is closed; the platform pings.`,
    servers: [{ $ref: '#/servers/platform' }],
    messages: Object.fromEntries(
      names.map(name => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  }
}

/** The answers of commands that neither start nor continue a round. */
const ANSWERS_TO: Readonly<Record<string, readonly string[]>> = {
  hello: ['welcome'],
  'refresh-balance': ['balance'],
  ping: ['pong'],
  'ask-rules': ['rules'],
  'ask-history': ['history'],
  'ask-replay': ['replay'],
}

function commandOperation(name: string) {
  const answers = ANSWERS_TO[name] ?? ['outcome', 'settled', 'round']
  return {
    action: 'receive',
    channel: REF_CHANNEL,
    description: COMMANDS[name]![2],
    messages: [messageRef(name)],
    reply: { channel: REF_CHANNEL, messages: [...answers, 'error'].map(messageRef) },
  }
}

function messagesOf(
  described: Readonly<Record<string, Described>>,
  examples: PlayExamples['commands'],
) {
  const all = Object.entries(described).map(([name, [schema, title, summary]]) => {
    const { type } = schema.properties as { type?: { const?: string } }
    const message = {
      name,
      title,
      summary,
      contentType: 'application/json',
      correlationId: { location: '$message.payload#/requestId' },
      payload: writeSchema(schema, SHARED),
      examples: examples.get(type?.const ?? '') ?? [],
    }
    return [name, message]
  })
  return Object.fromEntries(all)
}

/** The committed text of docs/asyncapi.json. */
export function printAsyncApi(protocolPage: string): string {
  return `${JSON.stringify(buildAsyncApi(protocolPage), null, 2)}\n`
}
