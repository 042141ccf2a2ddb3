// Owns the coming of code that the page asks for after its start. The build puts `loadPart` around every `import()` of
// the client (scripts/later-parts.mjs). It must never import a file that has not come whole: browsers keep the failure
// of an `import()` as long as the page lives (Chromium 150 does, whatwg/html#6768), so that a second one fails at once.

/** 7.5 s of waiting in all; the next wish for the part begins anew. */
const MOST_TRIES = 5
const FIRST_WAIT_MS = 500
/** 40 kB on a line of 16 kbit/s. */
const LONGEST_FETCH_MS = 20_000
/** A gesture is a reason to try again, and so is a line that is back. */
const CHANCES = ['pointerup', 'keydown', 'online'] as const

/** By the path of a part its files, as the build wrote them into the page: those that come later than its start. */
let files: Readonly<Record<string, readonly string[]>> | null = null
/** Bounded by the files of the client. */
const fetched = new Map<string, Promise<void>>()

/**
 * Brings the files of a part into the browser's cache, as often as it takes, then imports it from there.
 * @throws what the last of its tries failed with; the next call tries again
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  await Promise.all(filesOf(name).map(bring))
  return load()
}

/** Tries until it succeeds, `MOST_TRIES` times at most, and waits longer after each. */
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

/** Resolves when it is worth to try again: the later the more tries there were, earlier where there is a reason to. */
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
