// What a player may do and sees in the games of a project: three presets, and the single rules that
// a project overrides. docs/projects.md says which part of the platform enforces each rule.

import type { Switches } from './settings-switches.ts'

export const PLAY_PRESETS = ['open', 'uk', 'social'] as const
export type PlayPreset = (typeof PLAY_PRESETS)[number]

export interface HelpLink {
  readonly label: string
  readonly url: string
}

/**
 * The effective rules, as they are sent to the game client. For things a player can do, `true`
 * means allowed.
 */
export interface PlayRules {
  readonly preset: PlayPreset
  /** Least time between the starts of two rounds of a player, in any game; 0: no minimum. */
  readonly minRoundMs: number
  /** Rounds may be shown faster than usual. */
  readonly turbo: boolean
  /** The player may cut short what is being shown. */
  readonly skip: boolean
  readonly autoplay: boolean
  readonly featureBuy: boolean
  readonly anteBet: boolean
  readonly gamble: boolean
  /** False: a win that is not above its stake is shown without celebration. */
  readonly celebrateUpToStake: boolean
  /** The screen shows the time played and the time of day. */
  readonly sessionClock: boolean
  /** The screen shows the session's net position. */
  readonly netPosition: boolean
  /** After this many minutes of play the player is asked whether to continue; null: never. */
  readonly realityCheckMinutes: number | null
  /** The page that a player who leaves goes to; null: the client has no such page. */
  readonly exitUrl: string | null
  readonly helpLinks: readonly HelpLink[]
  /** Texts of a game without money: play and coins instead of bet and win money. */
  readonly socialWording: boolean
}

/** `minRoundMs` has a separate setting: the project's spin pace, which can only lengthen it. */
export type OwnPlayRules = Omit<PlayRules, 'preset' | 'minRoundMs'>

/** What a project sets: a preset, and the rules that differ from it. */
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

/** The rules of each preset; docs/projects.md has the sources of the figures. */
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

/** The part of a project's settings that determines how its players play. */
export interface PlaySettings extends Pick<Switches, 'disabledModes'> {
  readonly playProfile: PlayProfile
  readonly spinPaceMs: number
}

/** All effective rules, for the game client. */
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

/** The longer of the preset's and the project's minimum. */
export function minRoundMsOf({ playProfile, spinPaceMs }: PlaySettings): number {
  return Math.max(PRESET_RULES[playProfile.preset].minRoundMs, spinPaceMs)
}

/** False if the profile or the project's own switch turns the mode off. */
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
