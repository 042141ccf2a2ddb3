// An id as one segment of a path, and back: the panel's pages, the paths of the admin API and what reads them. Must
// never let an id end a path, leave its folder or be read twice.

/** Browsers and proxies take these for steps between folders, also where they are escaped. */
const STEP = /^~*\.{1,2}$/

/** Characters that encodeURIComponent leaves as they are, and at which a chat or mail ends a link. */
const ENDS_LINK = /[!'()*.]/g

/**
 * The text as a segment: escaped by percent, and an id that is a step between folders has a `~` before it.
 * @param id without halves of surrogate pairs
 */
export function writeSegment(id: string): string {
  return encodeURIComponent(STEP.test(id) ? `~${id}` : id).replace(ENDS_LINK, escaped)
}

/** The text of a segment as it came over the line; null: it is not written as a segment is. */
export function readSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment)
    return text.startsWith('~') && STEP.test(text) ? text.slice(1) : text
  } catch {
    return null
  }
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
