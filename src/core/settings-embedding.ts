// Where a project's games may be shown, and where they lead back to: pages that may frame a game, and the
// lobby. Reads settings only; what a launch link says of them is made elsewhere.

import { parse } from 'tldts'
import { type KnownNames, readList, refuse } from './settings-fields.ts'

export interface EmbeddingSettings {
  /** Origins whose pages may show a game in a frame; none: no page may. */
  readonly frameAncestors: readonly string[]
  /** Where the home key of a game leads that is in no frame; null: nowhere. */
  readonly lobbyUrl: string | null
}

/** Ours: they travel in every launch link. */
const FRAME_ANCESTORS_MAX = 8
const ORIGIN_MAX_CHARS = 128
/** Ours: it travels in every launch link too. */
const LOBBY_URL_MAX_CHARS = 512
/**
 * A source of a content security policy: https, a host or all hosts below one, perhaps a port. A page of
 * the player's own machine may be plain http: nobody on the network can change it, and casinos are built there.
 */
const FRAME_ANCESTOR = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1)(:[0-9]{1,5})?$/
/** Printable ASCII: it is sent as a header. */
const HTTPS_URL = /^https:\/\/[!-~]+$/

/** @param known given for what a person sets: what was stored before a rule is read, and not signed */
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
 * False for a public suffix: whoever takes a name below it would frame the games. A name of the local network that is
 * in no list is one host, but all hosts below it are anybody's.
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

/** Without a user's name and password: they would stand in a link that players get. */
function isLobbyUrl(text: string): boolean {
  if (text.length > LOBBY_URL_MAX_CHARS || !HTTPS_URL.test(text) || !URL.canParse(text))
    return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
