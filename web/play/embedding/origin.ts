// Owns whom a game in a frame may talk to: the origins that its launch link allows, and which of them the page
// around it is. The browser shows the game in no other page: the link's list is its policy, signed. Pure.

export interface Surroundings {
  /** Of the frames around this one, the nearest first; some browsers do not tell. */
  ancestorOrigins?: ArrayLike<string> | undefined
  /** Address of the page around, or its origin, or nothing. */
  referrer: string
}

/** The origins of the link's `frame` parameter; a list that was forged shows the game in no frame at all. */
export function readSources(search: string): string[] {
  const [text = ''] = (new URLSearchParams(search).get('frame') ?? '').split('.')
  try {
    // Its project and its end come first.
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
 * The page around, as far as it is known before it has said a word. A wrong guess tells nobody anything: the
 * browser hands a message to a page of exactly this origin only.
 */
export function guessOrigin(
  { ancestorOrigins, referrer }: Surroundings,
  sources: readonly string[],
): string | null {
  const [only, ...others] = sources
  const told = ancestorOrigins?.[0] ?? originOf(referrer)
  if (told !== null) return isAllowed(told, sources) ? told : null
  return only !== undefined && others.length === 0 && !only.includes('*') ? originOf(only) : null
}

const SOURCE = /^(https?:)\/\/(\*\.)?([a-z0-9.-]+)(?::([0-9]+))?$/

/** As a content security policy reads it: `*.` is any host below, not the host itself. */
function covers(source: string, origin: string): boolean {
  const [, scheme, below, host, port] = SOURCE.exec(source) ?? []
  if (host === undefined || originOf(origin) !== origin) return false
  const page = new URL(origin)
  const isHost = below === undefined ? page.hostname === host : page.hostname.endsWith(`.${host}`)
  return isHost && page.protocol === scheme && page.port === portOf(scheme, port)
}

/** Empty where it is the scheme's own, as in an URL. */
function portOf(scheme: string, port: string | undefined): string {
  const usual = scheme === 'https:' ? '443' : '80'
  return port === undefined || port === usual ? '' : port
}

function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return origin === 'null' ? null : origin
}
