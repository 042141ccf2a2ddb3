// What a player may do and is shown in the games of a project: three presets, and the single rules that a project
// sets otherwise. Says nothing of who keeps a rule: docs/projects.md does.

import type { Switches } from './settings-switches.ts'

export const PLAY_PRESETS = ['open', 'uk', 'social'] as const
export type PlayPreset = (typeof PLAY_PRESETS)[number]

export interface HelpLink {
  readonly label: string
  readonly url: string
}

/** The rules that hold, as the game client is told them. `true` of what can be done: it is allowed. */
export interface PlayRules {
  readonly preset: PlayPreset
  /** Least time between the starts of two rounds of a player, in any game; 0: any. */
  readonly minRoundMs: number
  /** Rounds may be shown faster than usual. */
  readonly turbo: boolean
  /** What is being shown may be cut short. */
  readonly skip: boolean
  readonly autoplay: boolean
  readonly featureBuy: boolean
  readonly anteBet: boolean
  readonly gamble: boolean
  /** False: a win that is not above its stake is shown without celebration. */
  readonly celebrateUpToStake: boolean
  /** Time played and the time of day stand on the screen. */
  readonly sessionClock: boolean
  /** Wins less stakes of the session stand on the screen. */
  readonly netPosition: boolean
  /** After so many minutes of play the player is asked whether to go on; null: never. */
  readonly realityCheckMinutes: number | null
  /** Where a player goes who leaves; null: the client knows no page. */
  readonly exitUrl: string | null
  readonly helpLinks: readonly HelpLink[]
  /** Words of a game without money: play and coins instead of bet and win money. */
  readonly socialWording: boolean
}

/** `minRoundMs` has a setting of its own: the project's spin pace, which can only lengthen it. */
export type OwnPlayRules = Omit<PlayRules, 'preset' | 'minRoundMs'>

/** What a project sets: a preset, and the rules it has otherwise. */
export interface PlayProfile {
  readonly preset: PlayPreset
  readonly overrides: Readonly<Partial<OwnPlayRules>>
}

export const DEFAULT_PROFILE: PlayProfile = { preset: 'open', overrides: {} }

const OPEN: Omit<PlayRules, 'preset'> = {
  minRoundMs: 0,
  turbo: true,
  skip: true,
  autoplay: true,
  featureBuy: true,
  anteBet: true,
  gamble: true,
  celebrateUpToStake: true,
  sessionClock: false,
  netPosition: false,
  realityCheckMinutes: null,
  exitUrl: null,
  helpLinks: [],
  socialWording: false,
}

/** What a preset says; docs/projects.md has the sources of its figures. */
export const PRESET_RULES: Readonly<Record<PlayPreset, Omit<PlayRules, 'preset'>>> = {
  open: OPEN,
  uk: {
    ...OPEN,
    minRoundMs: 2_500,
    turbo: false,
    skip: false,
    autoplay: false,
    featureBuy: false,
    celebrateUpToStake: false,
    sessionClock: true,
    netPosition: true,
    realityCheckMinutes: 60,
  },
  social: { ...OPEN, socialWording: true },
}

/** The part of a project's settings that says how its players play. */
export interface PlaySettings extends Pick<Switches, 'disabledModes'> {
  readonly playProfile: PlayProfile
  readonly spinPaceMs: number
}

/** All rules that hold, for the game client. */
export function playRulesOf(settings: PlaySettings): PlayRules {
  const { preset, overrides } = settings.playProfile
  return {
    preset,
    ...PRESET_RULES[preset],
    ...overrides,
    minRoundMs: minRoundMsOf(settings),
    featureBuy: isModeAllowed(settings, 'buy'),
    anteBet: isModeAllowed(settings, 'ante'),
  }
}

/** The longer one of what the preset and what the project asks for. */
export function minRoundMsOf({ playProfile, spinPaceMs }: PlaySettings): number {
  return Math.max(PRESET_RULES[playProfile.preset].minRoundMs, spinPaceMs)
}

/** Off by the profile or by the project's own switch. */
export function isModeAllowed(
  { playProfile, disabledModes }: Pick<PlaySettings, 'playProfile' | 'disabledModes'>,
  kind: 'base' | 'ante' | 'buy',
): boolean {
  if (kind === 'base') return true
  if (disabledModes.includes(kind)) return false
  return ruleOf(playProfile, kind === 'buy' ? 'featureBuy' : 'anteBet')
}

export function isGambleAllowed({ playProfile }: Pick<PlaySettings, 'playProfile'>): boolean {
  return ruleOf(playProfile, 'gamble')
}

function ruleOf<Name extends keyof OwnPlayRules>(
  { preset, overrides }: PlayProfile,
  name: Name,
): OwnPlayRules[Name] {
  const own = overrides[name]
  return own === undefined ? PRESET_RULES[preset][name] : (own as OwnPlayRules[Name])
}
