// Shows the OpenAPI document of this node with Redoc. Must load nothing from another host and hold
// no text about the API.

import Redoc from 'redoc/bundles/redoc.standalone.js'
import { type ApiDocument, addMethodsAndErrors } from './document.ts'

const DOCUMENT_URL = '/docs/openapi.json'
const SANS = '"Segoe UI", "Noto Sans", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif'
const MONO = '"Cascadia Mono", "SF Mono", "Roboto Mono", "DejaVu Sans Mono", monospace'

const OPTIONS = {
  /** The search runs in a worker made from a blob, which the content security policy blocks. */
  disableSearch: true,
  downloadFileName: 'openapi.json',
  downloadUrls: [{ title: 'openapi.json', url: DOCUMENT_URL }],
  hideHostname: true,
  jsonSamplesExpandLevel: 'all',
  nativeScrollbars: true,
  requiredPropsFirst: true,
  schemaDefinitionsTagName: 'Records',
  theme: {
    colors: { primary: { main: '#6a24c2' } },
    rightPanel: { backgroundColor: '#241a3a' },
    sidebar: { width: '280px' },
    typography: {
      fontFamily: SANS,
      headings: { fontFamily: SANS, fontWeight: '600' },
      code: { fontFamily: MONO, wrap: true },
    },
  },
}

/** Adds what Redoc lacks for keyboards and screen readers. */
function completeReference(reference: HTMLElement): void {
  const complete = () => {
    // Redoc's headings jump from the third level to the fifth.
    for (const heading of reference.querySelectorAll('h5:not([aria-level])')) {
      heading.setAttribute('aria-level', '3')
    }
    // On a narrow screen a table scrolls: the keyboard must reach it.
    for (const table of reference.querySelectorAll('.redoc-markdown table:not([tabindex])')) {
      table.setAttribute('tabindex', '0')
    }
  }
  new MutationObserver(complete).observe(reference, { childList: true, subtree: true })
}

async function show(): Promise<void> {
  const answer = await fetch(DOCUMENT_URL)
  const document_ = (await answer.json()) as ApiDocument
  const reference = document.getElementById('reference')!
  completeReference(reference)
  Redoc.init(addMethodsAndErrors(document_), OPTIONS, reference)
}

await show()
