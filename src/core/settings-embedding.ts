// Where a project's games may be embedded, and where they link back to: pages that may frame a
// game, and the lobby. Reads settings only; launch links are made elsewhere.

import { parse } from 'tldts'
import { type KnownNames, readList, refuse } from './settings-fields.ts'

export interface EmbeddingSettings {
  /** Origins whose pages may show a game in a frame; empty: no page may. */
  readonly frameAncestors: readonly string[]
  /** Where the home button of a game outside any frame leads; null: there is no button. */
  readonly lobbyUrl: string | null
}

/** Ours: they are part of every launch link. */
const FRAME_ANCESTORS_MAX = 8
const ORIGIN_MAX_CHARS = 128
/** Ours: it is part of every launch link too. */
const LOBBY_URL_MAX_CHARS = 512
/**
 * A source of a content security policy: https, a host or all hosts below one, optionally a port. A
 * page on the player's own machine may use plain http: nothing on the network can change it, and
 * developers of casinos work there.
 */
const FRAME_ANCESTOR = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:[0-9]{1,5})?$/
/** Printable ASCII: it is sent as a header. */
const HTTPS_URL = /^https:\/\/[!-~]+$/

/**
 * @param known given for settings that a person enters; stored settings from before a rule are
 * read, but not signed
 */
export function readEmbedding(
  given: Record<string, unknown>,
  known: KnownNames | undefined,
): EmbeddingSettings {
  return {
    frameAncestors: readFrameAncestors(given.frameAncestors, known !== undefined),
    lobbyUrl: readLobbyUrl(given.lobbyUrl),
  }
}

export function printEmbedding({ frameAncestors, lobbyUrl }: EmbeddingSettings) {
  return { frameAncestors: [...frameAncestors], lobbyUrl }
}

function readFrameAncestors(json: unknown, isNew: boolean): string[] {
  const given = readList(json, 'frameAncestors')
  if (given.length > FRAME_ANCESTORS_MAX) refuse('frameAncestors', `at most ${FRAME_ANCESTORS_MAX}`)
  for (const [index, origin] of given.entries()) {
    const place = `frameAncestors[${index}]`
    if (typeof origin !== 'string' || !isFrameAncestor(origin)) {
      return refuse(place, 'an origin like "https://casino.example.com"')
    }
    if (isNew && !isOfOneOwner(origin)) {
      refuse(place, 'an origin of one owner, not a public suffix like "https://*.co.uk"')
    }
  }
  return given as string[]
}

/**
 * False for a public suffix: anyone who registers a name below it could frame the games. A name of
 * a local network that is in no list counts as one host, but the hosts below it can belong to
 * anyone.
 */
export function isOfOneOwner(origin: string): boolean {
  const [, below = '', host = ''] = /^https?:\/\/(\*\.)?([^:]+)/.exec(origin) ?? []
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (publicSuffix !== host) return true
  return below === '' && isIcann !== true && isPrivate !== true
}

function isFrameAncestor(origin: string): boolean {
  const isOne = FRAME_ANCESTOR.test(origin) || OWN_MACHINE.test(origin)
  return isOne && origin.length <= ORIGIN_MAX_CHARS
}

function readLobbyUrl(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' && isLobbyUrl(value)) return value
  return refuse('lobbyUrl', 'an https address like "https://casino.example.com/games", or null')
}

/** Without user name and password: they would be part of a link that players get. */
function isLobbyUrl(text: string): boolean {
  if (text.length > LOBBY_URL_MAX_CHARS || !HTTPS_URL.test(text) || !URL.canParse(text))
    return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
