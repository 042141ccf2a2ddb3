// Owns what the browser stores between visits: turbo, sound and the last bet. It must never hold a
// token or an amount of the player's, and works without storage.

import type { Bet } from '../../../src/wire/play-commands.ts'
import { keep, recall } from '../../storage.ts'

const TURBO = 'turbo'

export function turboRemembered(): boolean {
  return recall(TURBO) === 'on'
}

export function rememberTurbo(on: boolean): void {
  keep(TURBO, on ? 'on' : 'off')
}

export interface Loudness {
  muted: boolean
  /** 0 to 1. */
  volume: number
  music: boolean
}

const SOUND = 'sound'
const FIRST_LOUDNESS: Loudness = { muted: false, volume: 0.7, music: true }

/** Values not written by this file are ignored. */
export function rememberedLoudness(): Loudness {
  const [, isOn, volume, music] =
    /^(on|off) (\d{1,3}) (music|effects)$/.exec(recall(SOUND) ?? '') ?? []
  if (volume === undefined) return FIRST_LOUDNESS
  return {
    muted: isOn === 'off',
    volume: Math.min(100, Number(volume)) / 100,
    music: music === 'music',
  }
}

export function rememberLoudness({ muted, volume, music }: Loudness): void {
  const percent = Math.round(volume * 100)
  keep(SOUND, `${muted ? 'off' : 'on'} ${percent} ${music ? 'music' : 'effects'}`)
}

export function rememberedBet(gameId: string, currency: string): Bet | null {
  const text = recall(betKey(gameId, currency))
  if (text === null) return null
  try {
    return JSON.parse(text) as Bet
  } catch {
    return null
  }
}

export function rememberBet(gameId: string, currency: string, bet: Bet): void {
  keep(betKey(gameId, currency), JSON.stringify(bet))
}

function betKey(gameId: string, currency: string): string {
  return `bet:${gameId}:${currency}`
}

/** Storage of this tab; null if the browser blocks it for the page. */
export function sessionStorageOrNull(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
