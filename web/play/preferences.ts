// Owns what the browser remembers between visits: turbo and the last bet. It must never hold a
// token or an amount of the player's, and works without storage.

import type { Bet } from '../../src/wire/play.ts'

const TURBO = 'turbo'

export function turboRemembered(): boolean {
  return read(TURBO) === 'on'
}

export function rememberTurbo(on: boolean): void {
  write(TURBO, on ? 'on' : 'off')
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

/** Of this tab; null where the browser keeps it from the page. */
export function sessionStorageOrNull(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Storage may be closed to the page (private windows, embedding): then nothing is remembered. */
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
    // Nothing to do: the preference lasts as long as the page.
  }
}
