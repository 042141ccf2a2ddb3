// What tests of the documents read in Markdown: fenced blocks, the text outside them, and headings
// as links name them.

export const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The text without its fenced blocks. */
export function outsideFences(text: string): string {
  let fence: string | null = null
  const kept = text.split('\n').filter(line => {
    const [, found] = FENCE.exec(line) ?? []
    if (found === undefined) return fence === null
    fence = fence === null ? found : found.startsWith(fence) ? null : fence
    return false
  })
  return kept.join('\n')
}

export interface Block {
  /** As it is written behind the fence; '' where none is. */
  language: string
  text: string
  /** Of its fence, from 1. */
  line: number
}

/** The fenced blocks, in order. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: { fence: string; language: string; line: number; lines: string[] } | null = null
  for (const [at, line] of text.split('\n').entries()) {
    const [, fence, info = ''] = FENCE.exec(line) ?? []
    if (open !== null && fence?.startsWith(open.fence)) {
      blocks.push({ language: open.language, text: open.lines.join('\n'), line: open.line })
      open = null
    } else if (open !== null) open.lines.push(line)
    else if (fence !== undefined) open = { fence, language: info.trim(), line: at + 1, lines: [] }
  }
  return blocks
}

/**
 * The form of headings in links: lower case, without marks, blanks as dashes, the second of a name
 * with -1.
 */
export function headingsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...outsideFences(text).matchAll(/^#{1,6} +(.*)$/gm)].map(([, title]) => {
    const name = title!
      .replace(/\]\([^)]*\)/g, ']')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  })
}
