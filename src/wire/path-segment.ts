// An id as one segment of a path, and back: used by the panel's pages, the paths of the admin API
// and their readers. Must never let an id end a path, leave its folder or be decoded twice.

/** Browsers and proxies treat these as steps between folders, even when they are escaped. */
const STEP = /^~*\.{1,2}$/

/**
 * Characters that encodeURIComponent does not escape, but at which a chat or mail program ends a
 * link.
 */
const ENDS_LINK = /[!'()*.]/g

/**
 * The text as a segment: percent-encoded, and an id that is a step between folders has a `~` before
 * it.
 * @param id without halves of surrogate pairs
 */
export function writeSegment(id: string): string {
  return encodeURIComponent(STEP.test(id) ? `~${id}` : id).replace(ENDS_LINK, escaped)
}

/** The text of a segment as received; null: it is not in the form that writeSegment makes. */
export function readSegment(segment: string): string | null {
  try {
    return readStep(decodeURIComponent(segment))
  } catch {
    return null
  }
}

/** The id of a segment that is decoded already. */
export function readStep(text: string): string {
  return text.startsWith('~') && STEP.test(text) ? text.slice(1) : text
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
