// Owns what the page shows when the casino's page asks for it: rules, rounds, a message, the key to
// top up. It must never start a round or move money.

import { part } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'
import type { Act, Casino } from './casino.ts'

interface Sheets {
  openInfo(): void
  openHistory(): void
}

/** From now on, with what was asked for before. */
export function serveCasino(casino: Casino, sheets: Sheets, texts: Texts): void {
  casino.serve(act => {
    if (act.type === 'open-rules') sheets.openInfo()
    else if (act.type === 'open-history') sheets.openHistory()
    else showMessage(casino, act, texts).catch(console.error)
  })
}

async function showMessage(
  casino: Casino,
  { messageId, text }: Extract<Act, { type: 'show-message' }>,
  texts: Texts,
): Promise<void> {
  const { showCasinoMessage } = await import('./casino-message.ts')
  showCasinoMessage(text, texts, () => casino.send({ type: 'message-closed', messageId }))
}

/** The key is there while the casino offers it. */
export function offerTopUp(casino: Casino): void {
  const key = part('top-up')
  key.hidden = !casino.offersTopUp
  key.onclick = () => casino.send({ type: 'top-up' })
}
