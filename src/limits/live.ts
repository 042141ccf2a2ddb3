// Settings that a running node applies without a restart: their names, their ranges and their
// defaults. In limits.ts they are marked `live`. A value is text; a value that can't
// be read is never stored.

import { DAY_MS } from '../core/time.ts'
import {
  HTTP_REQUESTS_IN_FLIGHT,
  HTTP_REQUESTS_PER_PROJECT,
  LANE_COMMANDS,
  LANE_COMMANDS_PER_OPERATOR,
  LANE_SPINS_PER_OPERATOR,
  LANES_MAX,
  PLAY_SOCKETS_MAX,
} from '../limits.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

interface WholeNumber {
  readonly about: string
  readonly least: number
  readonly most: number
}

/** Bounds: whole numbers. */
export const LIVE_BOUNDS = {
  'spins-per-project': {
    about: 'spins of one project under way in each lane',
    least: 16,
    most: LANE_COMMANDS,
    usual: LANE_SPINS_PER_OPERATOR,
  },
  'commands-per-project': {
    about: 'commands of one project under way in each lane',
    least: 32,
    most: LANE_COMMANDS,
    usual: LANE_COMMANDS_PER_OPERATOR,
  },
  'calls-per-project': {
    about: "calls of one operator's server under way on the node",
    least: 8,
    most: HTTP_REQUESTS_IN_FLIGHT,
    usual: HTTP_REQUESTS_PER_PROJECT,
  },
  'play-sockets': {
    about: 'open play sockets; those that are open stay',
    least: 0,
    most: PLAY_SOCKETS_MAX,
    usual: PLAY_SOCKETS_MAX,
  },
} as const satisfies Record<string, WholeNumber & { usual: number }>
export type LiveBound = keyof typeof LIVE_BOUNDS

/** How long things are kept: days. The defaults come from the node's environment. */
export const KEPT_DAYS = {
  'sessions-kept-days': { about: 'sessions, after their expiry', least: 1, most: 3_650 },
  'answers-kept-days': { about: 'answers under an Idempotency-Key', least: 1, most: 3_650 },
  'notifications-kept-days': {
    about: 'a round_info that the wallet never answered',
    least: 1,
    most: 3_650,
  },
  'callbacks-kept-days': { about: 'wallet calls in the callback log', least: 1, most: 3_650 },
  'guests-kept-days': { about: 'visitors of the lobby who played nothing', least: 1, most: 3_650 },
} as const satisfies Record<string, WholeNumber>
export type KeptDays = keyof typeof KEPT_DAYS

export type LiveSetting = 'lanes' | 'log-level' | LiveBound | KeptDays

const NUMBERS: Readonly<Record<Exclude<LiveSetting, 'log-level'>, WholeNumber>> = {
  lanes: { about: 'worker threads that play rounds', least: 1, most: LANES_MAX },
  ...LIVE_BOUNDS,
  ...KEPT_DAYS,
}

export const LIVE_SETTINGS = ['log-level', ...Object.keys(NUMBERS)] as readonly LiveSetting[]

export function isLiveSetting(name: string): name is LiveSetting {
  return (LIVE_SETTINGS as readonly string[]).includes(name)
}

/** The allowed values, for a person who gave a wrong one. */
export function describeSetting(name: LiveSetting): string {
  if (name === 'log-level') return `one of ${LOG_LEVELS.join(', ')}`
  const { about, least, most } = NUMBERS[name]
  return `${about}: a whole number from ${least} to ${most}`
}

export function isSettingValue(name: LiveSetting, text: string): boolean {
  if (name === 'log-level') return (LOG_LEVELS as readonly string[]).includes(text)
  const { least, most } = NUMBERS[name]
  return /^(0|[1-9][0-9]{0,8})$/.test(text) && Number(text) >= least && Number(text) <= most
}

/** Settings by name; a missing one has its default. */
export type LiveSettings = Readonly<Partial<Record<LiveSetting, string>>>

/** The current bounds of one node. */
export interface LiveBounds {
  of(name: LiveBound): number
  /** Milliseconds; `usualMs` if the setting is absent. */
  keptMs(name: KeptDays, usualMs: number): number
  replace(settings: LiveSettings): void
}

export function createLiveBounds(): LiveBounds {
  let now: LiveSettings = {}
  return {
    of: name => Number(now[name] ?? LIVE_BOUNDS[name].usual),
    keptMs: (name, usualMs) => (now[name] === undefined ? usualMs : Number(now[name]) * DAY_MS),
    replace(settings) {
      now = settings
    },
  }
}
