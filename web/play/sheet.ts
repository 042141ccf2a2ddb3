// Owns the frame of a sheet over the game: its head with the key that closes it, and the closing by
// a press beside it. It must never know what the sheet is about.

import { make, part, testNote } from './dom.ts'

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
  sheet.replaceChildren(sheetHead({ title, closeText, test: `${id}-close` }, close), ...content)
  sheet.onclick = event => closeBeside(sheet, event)
  sheet.showModal()
  sheet.scrollTop = 0
  return close
}

/** @param names `test`: of the key that closes the sheet */
export function sheetHead(
  { title, closeText, test }: { title: string; closeText: string; test: string },
  close: () => void,
): HTMLElement {
  const key = { class: 'sheet-close', text: '×', label: closeText, test, onClick: close }
  const words = make('div', {}, make('h2', { text: title }), testNote())
  return make('header', { class: 'sheet-head' }, words, make('button', key))
}

/** What is pressed beside a sheet is the sheet itself: its content covers it. */
export function closeBeside(sheet: HTMLDialogElement, event: Event): void {
  if (event.target === sheet) sheet.close()
}
