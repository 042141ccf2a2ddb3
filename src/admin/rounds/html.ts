// Writes HTML from texts that are not HTML. Depends on no page.

/** HTML that is safe to put into a page. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | null | readonly Html[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Texts are escaped, HTML is kept as it is, null prints nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = texts.map((text, index) => text + print(parts[index] ?? null))
  return { html: written.join('') }
}

function print(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return part.replace(/[&<>"']/g, char => ESCAPES[char]!)
  return 'html' in part ? part.html : part.map(each => each.html).join('')
}

/** @param rows each a list of cells */
export function table(head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const cells = (row: readonly Part[]) => row.map(cell => html`<td>${cell}</td>`)
  return html`<table><thead><tr>${head.map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${cells(row)}</tr>\n`)}</tbody></table>`
}

/** Names with their values; a name without a value is left out. */
export function facts(rows: readonly (readonly [name: string, value: Part])[]): Html {
  const lines = rows
    .filter(([, value]) => value !== null)
    .map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)
  return html`<table class="facts"><tbody>${lines}</tbody></table>`
}
