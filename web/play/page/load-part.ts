// Owns the loading of code that the page needs after its start. The build puts `loadPart` around
// every `import()` of the client (scripts/later-parts.mjs). It must never import a file that has
// not been fetched completely: browsers cache the failure of an `import()` for the life of the page
// (Chromium 150 does, whatwg/html#6768), so that a second one fails at once.

/** 7.5 s of waiting in all; the next request for the part starts over. */
const MOST_TRIES = 5
const FIRST_WAIT_MS = 500
/** 40 kB at 16 kbit/s. */
const LONGEST_FETCH_MS = 20_000
/** A user gesture and a restored network are reasons to try again. */
const CHANCES = ['pointerup', 'keydown', 'online'] as const

/**
 * The files of each part by its path, as the build wrote them into the page: only those that load
 * after the start.
 */
let files: Readonly<Record<string, readonly string[]>> | null = null
/** Bounded by the number of the client's files. */
const fetched = new Map<string, Promise<void>>()

/**
 * Fetches the files of a part into the browser's cache, repeatedly if needed, then imports it from
 * there.
 * @throws the error of the last try; the next call tries again
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  await Promise.all(filesOf(name).map(bring))
  return load()
}

/** Tries until it succeeds, at most `MOST_TRIES` times, with a longer wait after each. */
async function persist(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MOST_TRIES) throw error
      await chanceAfter(tries)
    }
  }
}

/**
 * Resolves when another try is worthwhile: later after more tries, earlier on a gesture or a
 * restored network.
 */
export function chanceAfter(tries: number): Promise<void> {
  return new Promise(resolve => {
    const end = new AbortController()
    const go = () => {
      clearTimeout(timer)
      end.abort()
      resolve()
    }
    const timer = setTimeout(go, FIRST_WAIT_MS * 2 ** (tries - 1))
    for (const kind of CHANCES) addEventListener(kind, go, { signal: end.signal, capture: true })
  })
}

function bring(file: string): Promise<void> {
  const known = fetched.get(file) ?? persist(() => fetchWhole(file))
  fetched.set(file, known)
  known.catch(() => fetched.delete(file))
  return known
}

async function fetchWhole(file: string): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_FETCH_MS)
  const answer = await fetch(new URL(file, import.meta.url), { signal })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  await answer.arrayBuffer()
}

function filesOf(name: string): readonly string[] {
  files ??= JSON.parse(document.getElementById('later-parts')?.textContent ?? '{}')
  return files?.[name] ?? []
}
