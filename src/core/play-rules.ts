// What a player may do and sees in the games of a project: three presets, and the single rules that
// a project overrides. docs/projects.md lists which part of the platform enforces each rule.

import type { OwnPlayRules, PlayPreset } from './settings-schema.ts'
import type { Switches } from './settings-switches.ts'

/** The effective rules, as they are sent to the game client. */
export interface PlayRules extends OwnPlayRules {
  readonly preset: PlayPreset
  /**
   * Least time between the starts of two rounds of a player, in any game; 0: no minimum. The
   * project's spin pace can only lengthen it.
   */
  readonly minRoundMs: number
}

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
