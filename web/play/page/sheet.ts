// Owns the frame of a sheet over the game: its head with the close button, and closing by a press
// outside it. It must never depend on the sheet's content.

import { make, part, testNote } from '../../dom.ts'

/** Fills and opens a sheet; returns a function that closes it. */
export function openSheet(
  id: string,
  title: string,
  closeText: string,
  ...content: readonly Node[]
): () => void {
  const sheet = part<HTMLDialogElement>(id)
  const close = () => sheet.close()
  sheet.setAttribute('aria-label', title)
  sheet.replaceChildren(sheetHead({ title, closeText, test: `${id}-close` }, close), ...content)
  sheet.onclick = event => closeBeside(sheet, event)
  sheet.showModal()
  sheet.scrollTop = 0
  return close
}

/** @param names `test`: id of the close button in tests */
export function sheetHead(
  { title, closeText, test }: { title: string; closeText: string; test: string },
  close: () => void,
): HTMLElement {
  const key = { class: 'sheet-close', text: '×', label: closeText, test, onClick: close }
  const words = make('div', {}, make('h2', { text: title }), testNote())
  return make('header', { class: 'sheet-head' }, words, make('button', key))
}

/** A press outside hits the dialog element itself: inside, its content covers it. */
export function closeBeside(sheet: HTMLDialogElement, event: Event): void {
  if (event.target === sheet) sheet.close()
}
