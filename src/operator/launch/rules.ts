// The meaning of a launch request: its game, language and client. Reads no store. Source: operator
// API, "POST {base_url}/playGame.do", rules 1, 3 and 4.

import { findLanguage, type Language } from '../../core/language.ts'
import type { Currency } from '../../core/money.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import { refuse } from '../errors.ts'
import { accept, compileForm, type Read } from '../request.ts'
import { LaunchRequest } from './schema.ts'

export type ClientPlatform = 'desktop' | 'mobile'

/** A launch with a valid body; whether it can be executed depends on the stores. */
export interface Launch {
  game: GameDefinition
  playerId: string
  currency: Currency
  /** Null: a continued session keeps its language, a new one has the default. */
  askedLanguage: Language | null
  defaultLanguage: Language
  clientPlatform: ClientPlatform
}

const FORM = compileForm(LaunchRequest)

export function readLaunch(body: object, project: { defaultLanguage: string }): Read<Launch> {
  const form = FORM.read(body)
  if (!form.ok) return form
  const { player_id: playerId, currency, symbol, lang, client_platform } = form.value
  if (form.value.freespins !== undefined) return refuse('PROMO_UNSUPPORTED')
  if (form.value.gametype !== 'demo') return refuse('REAL_MODE_DISABLED')
  const game = findGame(symbol)
  if (game === undefined) return refuse('UNSUPPORTED_GAME')
  const offered = Object.keys(game.languages)
  const askedLanguage = lang === undefined ? null : findLanguage(lang, offered)
  const defaultLanguage =
    findLanguage(project.defaultLanguage, offered) ?? findLanguage('en', offered)
  if (defaultLanguage === null || (lang !== undefined && askedLanguage === null)) {
    return refuse('UNSUPPORTED_LANGUAGE')
  }
  return accept({
    game,
    playerId,
    currency,
    askedLanguage,
    defaultLanguage,
    clientPlatform: client_platform ?? 'desktop',
  })
}
