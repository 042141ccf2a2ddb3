// Owns the casino's messages to the player: plain text over the game, until the player closes it.
// It must never read markup from a message.

import { make, testNote } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'

/** Open at once; the casino's page would only cover its own messages with more. */
const MOST_OPEN = 3

/** @param onClosed the player has closed it */
export function showCasinoMessage(
  text: string,
  texts: Pick<Texts, 'fromCasino' | 'close'>,
  onClosed: () => void,
): void {
  if (document.querySelectorAll('.casino-message').length >= MOST_OPEN) return
  const title = make('h2', { text: texts.fromCasino })
  const close = () => dialog.close()
  const key = { class: 'ask-yes', text: texts.close, test: 'casino-message-close', onClick: close }
  const dialog = make(
    'dialog',
    { class: 'ask casino-message', label: texts.fromCasino, test: 'casino-message' },
    title,
    make('p', { class: 'ask-text', text }),
    make('div', { class: 'ask-keys' }, make('button', key)),
    testNote(),
  )
  dialog.addEventListener('close', () => {
    dialog.remove()
    onClosed()
  })
  document.body.append(dialog)
  dialog.showModal()
}
