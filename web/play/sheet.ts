// Owns the frame of a sheet over the game: its head with the key that closes it, and the closing by
// a press beside it. It must never know what the sheet is about.

import { make, part } from './dom.ts'

/** Fills and opens a sheet; answers how to close it. */
export function openSheet(
  id: string,
  title: string,
  closeText: string,
  ...content: readonly Node[]
): () => void {
  const sheet = part<HTMLDialogElement>(id)
  const close = () => sheet.close()
  sheet.setAttribute('aria-label', title)
  sheet.replaceChildren(
    make(
      'header',
      { class: 'sheet-head' },
      make('h2', { text: title }),
      make('button', {
        class: 'sheet-close',
        text: '×',
        label: closeText,
        test: `${id}-close`,
        onClick: close,
      }),
    ),
    ...content,
  )
  sheet.onclick = event => {
    if (event.target === sheet) close()
  }
  sheet.showModal()
  sheet.scrollTop = 0
  return close
}
