// Owns which origins a game in a frame may exchange messages with: those that its launch link
// allows, and the one of the page around it. The browser shows the game in no other page: the
// link's signed list is its policy. Pure.

export interface Surroundings {
  /** Origins of the frames around this one, the nearest first; missing in some browsers. */
  ancestorOrigins?: ArrayLike<string> | undefined
  /** Address of the page around, or its origin, or empty. */
  referrer: string
}

/**
 * The origins in the link's `frame` parameter; with a forged list the platform lets no page frame
 * the game.
 */
export function readSources(search: string): string[] {
  const [text = ''] = (new URLSearchParams(search).get('frame') ?? '').split('.')
  try {
    // The project and the expiry come first.
    const [, , ...sources] = atob(text.replaceAll('-', '+').replaceAll('_', '/')).split(' ')
    return sources.filter(source => source !== '')
  } catch {
    return []
  }
}

export function isAllowed(origin: string, sources: readonly string[]): boolean {
  return sources.some(source => covers(source, origin))
}

/**
 * The origin of the page around, as far as it is known before its first message. A wrong guess
 * leaks nothing: the browser delivers a message only to a page of exactly this origin.
 */
export function guessOrigin(
  { ancestorOrigins, referrer }: Surroundings,
  sources: readonly string[],
): string | null {
  const [only, ...others] = sources
  const reported = ancestorOrigins?.[0] ?? originOf(referrer)
  if (reported !== null) return isAllowed(reported, sources) ? reported : null
  return only !== undefined && others.length === 0 && !only.includes('*') ? originOf(only) : null
}

const SOURCE = /^(https?:)\/\/(\*\.)?([a-z0-9.-]+)(?::([0-9]+))?$/

/** Matches like a content security policy: `*.` is any subdomain, not the domain itself. */
function covers(source: string, origin: string): boolean {
  const [, scheme, below, host, port] = SOURCE.exec(source) ?? []
  if (host === undefined || originOf(origin) !== origin) return false
  const page = new URL(origin)
  const isHost = below === undefined ? page.hostname === host : page.hostname.endsWith(`.${host}`)
  return isHost && page.protocol === scheme && page.port === portOf(scheme, port)
}

/** Empty for the scheme's default port, as in a URL. */
function portOf(scheme: string, port: string | undefined): string {
  const usual = scheme === 'https:' ? '443' : '80'
  return port === undefined || port === usual ? '' : port
}

function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return origin === 'null' ? null : origin
}
