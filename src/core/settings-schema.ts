// The settings of a project as JSON: type, default, bounds and description of each. Their reader,
// the admin API, the panel's inputs and the tables of docs/projects.md follow from it. Must hold no
// rule that compares two values.

import { type Static, type TSchema, Type } from 'typebox'
import { ADAPTIVE_DEFAULTS } from './adaptive-rule.ts'
import { CURRENCIES, formatAmount } from './money.ts'
import { MAX_LEVEL_BPS, MIN_LEVEL_BPS } from './rtp-level.ts'
import { FINAL_REFUSALS_LISTED } from './wallet-operation.ts'

/**
 * Operator API, "Rate limits": calls that a project may make a minute, by class, unless it has
 * other quotas. A full minute's calls may come in one burst.
 */
export const CALLS_PER_MINUTE = { launch: 1_200, actions: 600, reports: 120 } as const
export type RateClass = keyof typeof CALLS_PER_MINUTE
/** As many as the calls that one lane may have under way: each call needs its own connection. */
export const WALLET_CONNECTIONS = 64
/** As many as the calls of one operator that a lane may have under way. */
export const WALLET_CONNECTIONS_MAX = 512
/** A day, with about one attempt a second. The settings of the nodes have the same maxima. */
export const BET_CANCEL_AFTER_MAX_S = 86_400
export const BET_CANCEL_ATTEMPTS_MAX = 100_000

export const PLAY_PRESETS = ['open', 'uk', 'social'] as const
export type PlayPreset = (typeof PLAY_PRESETS)[number]

const minorUnits = Type.String({ maxLength: 15, format: 'minor-units' })
const name = Type.String({ maxLength: 80 })
/** Above it a quota limits nothing, because the platform's other bounds are lower. */
const quota = whole([1, 1_000_000])

/** The specification gives no range for the two thresholds; 100,000 % is our bound. */
const THRESHOLDS_BPS = [0, 10_000_000] as const
const adaptive = Type.Object({
  windowRounds: whole([50, 100_000], {
    default: ADAPTIVE_DEFAULTS.windowRounds,
    description: 'Settled rounds of a player that the rule looks at.',
  }),
  lowerAbove: percent(THRESHOLDS_BPS, {
    default: percentOf(ADAPTIVE_DEFAULTS.lowerAboveBps),
    description: 'The level goes down when the window returned more.',
  }),
  restoreBelow: percent(THRESHOLDS_BPS, {
    default: percentOf(ADAPTIVE_DEFAULTS.restoreBelowBps),
    description: 'The level goes back up when the window returned less; at most `lowerAbove`.',
  }),
  step: percent([10, 2_000], {
    default: percentOf(ADAPTIVE_DEFAULTS.stepBps),
    description: 'In percentage points.',
  }),
  floorBelowStart: percent([0, 4_000], {
    default: percentOf(ADAPTIVE_DEFAULTS.floorBelowStartBps),
    description: 'In percentage points; never below 60 %.',
  }),
  minTurnover: Type.Partial(Type.Record(Type.Enum([...CURRENCIES]), minorUnits), {
    default: {},
    description: 'Minor units by currency: windows with a smaller total stake are ignored.',
  }),
})

const providerRtp = Type.Object({
  level: orNull(percent([MIN_LEVEL_BPS, MAX_LEVEL_BPS]), 'Null: natural mathematics.'),
  personal: Type.Boolean({
    default: false,
    description: "A level for each player, starting at the provider's.",
  }),
  adaptive: orNull(
    adaptive,
    'Null: off. **Not certifiable**: regulated play forbids an adaptive RTP.',
  ),
})

const bounds = {
  currency: Type.Enum([...CURRENCIES]),
  min: orNull(minorUnits, 'Null: no minimum.'),
  max: minorUnits,
}
const projectLimit = Type.Object({
  scope: Type.String({
    maxLength: 80,
    format: 'scope',
    description: '`default`, `provider:ID` or `game:ID`.',
  }),
  ...bounds,
})
const gameLimit = Type.Object({ game: name, ...bounds })

const webAddress = Type.String({ maxLength: 500, format: 'https-url' })
const helpLink = Type.Object({
  label: Type.String({ minLength: 1, maxLength: 60, format: 'label' }),
  url: webAddress,
})
/**
 * The rules that a profile may set differently from its preset. For things a player can do, `true`
 * means allowed.
 */
export const OWN_RULES = Type.Object({
  turbo: Type.Boolean({ description: 'Rounds may be shown faster than usual.' }),
  skip: Type.Boolean({ description: 'The player may cut short what is being shown.' }),
  autoplay: Type.Boolean(),
  featureBuy: Type.Boolean(),
  anteBet: Type.Boolean(),
  gamble: Type.Boolean(),
  celebrateUpToStake: Type.Boolean({
    description: 'False: a win that is not above its stake is shown without celebration.',
  }),
  sessionClock: Type.Boolean({ description: 'The screen shows time played and the time of day.' }),
  netPosition: Type.Boolean({ description: "The screen shows the session's net position." }),
  socialWording: Type.Boolean({
    description: 'Texts of a game without money: play and coins instead of bet and win money.',
  }),
  /** A day: a session does not last longer. */
  realityCheckMinutes: Type.Union([whole([1, 1_440], { unit: 'minutes' }), Type.Null()], {
    description: 'Minutes of play between two reality checks; null: none.',
  }),
  exitUrl: Type.Union([webAddress, Type.Null()], {
    description: 'Where a leaving player goes; null: the lobby.',
  }),
  /** They are shown in one list in the game's rules. */
  helpLinks: Type.Array(helpLink, { maxItems: 8 }),
})

/** Everything that an owner sets, in the order in which it is stored. */
export const SETTINGS = Type.Object({
  rtp: Type.Record(name, providerRtp, {
    default: {},
    description: 'By provider; without an entry its games play their natural mathematics.',
  }),
  projectLimits: Type.Array(projectLimit, {
    maxItems: 1_000,
    default: [],
    description: 'Stake of a round. One line for each scope and currency.',
  }),
  gameLimits: Type.Array(gameLimit, {
    maxItems: 1_000,
    default: [],
    description: 'The second limit of one game. One line for each game and currency.',
  }),
  disabled: Type.Array(Type.String({ maxLength: 80, format: 'switch' }), {
    maxItems: 1_000,
    default: [],
    description: 'What is off: `project`, `provider:ID`, `game:ID`, `mode:ante`, `mode:buy`.',
  }),
  callsPerMinute: Type.Partial(Type.Object({ launch: quota, actions: quota, reports: quota }), {
    default: {},
    description:
      'By class; a missing class has its default: ' +
      `${Object.values(CALLS_PER_MINUTE).join(', ')}.`,
  }),
  /** Rules such as the UK's require 2,500. */
  spinPaceMs: whole([0, 60_000], {
    unit: 'milliseconds',
    default: 0,
    description:
      'Least time between the starts of two spins of a player, free spins and all games ' +
      'included; 0: no pace. A spin that comes sooner is `SPIN_TOO_SOON` in the game, and ' +
      'nothing has started. If the profile has a longer time, that one applies.',
  }),
  playProfile: Type.Object(
    {
      preset: Type.Enum([...PLAY_PRESETS], { default: 'open' }),
      ...Type.Partial(OWN_RULES).properties,
    },
    {
      default: {},
      description: 'What players may do and are shown: a preset and the rules that differ from it.',
    },
  ),
  walletConnections: whole([1, WALLET_CONNECTIONS_MAX], {
    default: WALLET_CONNECTIONS,
    description:
      'Connections that each lane opens to the wallet, one call on each. A lane settles about a ' +
      'third as many rounds a second as its connections answer calls: 64 at 100 ms are 640 ' +
      'calls, about 190 rounds.',
  }),
  betCancel: orNull(
    Type.Object({
      afterS: whole([1, BET_CANCEL_AFTER_MAX_S], { unit: 'seconds' }),
      attempts: whole([1, BET_CANCEL_ATTEMPTS_MAX]),
    }),
    'When a bet that the wallet never confirmed is given up: as soon as one of the two is ' +
      'reached. Null: the settings of the nodes (`BET_CANCEL_AFTER_S`, `BET_CANCEL_ATTEMPTS`).',
  ),
  finalRefusals: Type.Boolean({
    default: false,
    description:
      `The answers ${FINAL_REFUSALS_LISTED} to ` +
      'the first attempt of a bet reject the round, and nothing is repeated. False: they are ' +
      'unknown outcomes, as the contract says.',
  }),
  /** A player who lost the connection gets minutes to come back. */
  decisionDeadlineMinutes: orNull(
    whole([5, 10_080], { unit: 'minutes' }),
    'After this time the platform makes an open decision for its player, including decisions ' +
      'that are already open: a gamble is collected, a choice takes the default option of its ' +
      'game. Null: a decision waits without end.',
  ),
  /** They are part of every launch link. */
  frameAncestors: Type.Array(Type.String({ maxLength: 128, format: 'frame-ancestor' }), {
    maxItems: 8,
    default: [],
    description:
      'Origins whose pages may show a game in a frame: `"https://casino.example.com"`, ' +
      '`"https://*.example.com"`. Public suffixes (`"https://*.co.uk"`, `"https://*.github.io"`) ' +
      'are refused, because anyone may own a page below them. From the next launch on, launch ' +
      'links contain the list, signed for the project and valid until the session ends. During ' +
      'development `"http://localhost:4100"` and `"http://127.0.0.1:4100"` are allowed too.',
  }),
  lobbyUrl: orNull(
    Type.String({ maxLength: 512, format: 'lobby-url' }),
    'Where the home button leads in a game that is not in a frame, https; also in launch links, ' +
      'signed. Null: no home button.',
  ),
})

export type SettingsJson = Static<typeof SETTINGS>
export type OwnPlayRules = Readonly<Static<typeof OWN_RULES>>
export type SettingName = keyof SettingsJson
/** The same schema as plain JSON: the words of JSON Schema that the settings use. */
export const SETTINGS_SCHEMA: JsonSchema = SETTINGS as TSchema
export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'integer' | 'boolean' | 'string' | 'null'
  readonly anyOf?: readonly [JsonSchema, JsonSchema]
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly format?: string
  readonly default?: unknown
  readonly description?: string
  readonly 'x-unit'?: string
  /** Of a percentage, in hundredths of a percent. */
  readonly 'x-range-bps'?: readonly [number, number]
}

interface WholeOptions {
  unit?: string
  default?: number
  description?: string
}

function whole([minimum, maximum]: readonly [number, number], options: WholeOptions = {}) {
  const { unit, ...rest } = options
  return Type.Integer({ ...rest, minimum, maximum, ...(unit && { 'x-unit': unit }) })
}

function percent(rangeBps: readonly [number, number], options: object = {}) {
  return Type.String({ ...options, maxLength: 12, format: 'percent', 'x-range-bps': rangeBps })
}

function percentOf(bps: number): string {
  return formatAmount(BigInt(bps))
}

/** Null unless it is set. */
function orNull<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { default: null, description })
}
