// Owns what the browser stores between visits: turbo, sound and the last bet. It must never hold a
// token or an amount of the player's, and works without storage.

import type { Bet } from '../../src/wire/play.ts'

const TURBO = 'turbo'

export function turboRemembered(): boolean {
  return read(TURBO) === 'on'
}

export function rememberTurbo(on: boolean): void {
  write(TURBO, on ? 'on' : 'off')
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
    /^(on|off) (\d{1,3}) (music|effects)$/.exec(read(SOUND) ?? '') ?? []
  if (volume === undefined) return FIRST_LOUDNESS
  return {
    muted: isOn === 'off',
    volume: Math.min(100, Number(volume)) / 100,
    music: music === 'music',
  }
}

export function rememberLoudness({ muted, volume, music }: Loudness): void {
  const percent = Math.round(volume * 100)
  write(SOUND, `${muted ? 'off' : 'on'} ${percent} ${music ? 'music' : 'effects'}`)
}

export function rememberedBet(gameId: string, currency: string): Bet | null {
  const text = read(betKey(gameId, currency))
  if (text === null) return null
  try {
    return JSON.parse(text) as Bet
  } catch {
    return null
  }
}

export function rememberBet(gameId: string, currency: string, bet: Bet): void {
  write(betKey(gameId, currency), JSON.stringify(bet))
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

/** Storage may be blocked for the page (private windows, embedding): then nothing is stored. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Ignored: the preference lasts until the page is closed.
  }
}
