// Downloads the dispute pack of a round as a file.

import { AdminRefusal, addressOf, at } from '../../api.ts'
import type { PanelLanguage } from '../../texts/bilingual.ts'

/** Throws AdminRefusal. */
export async function savePack(roundId: string, language: PanelLanguage): Promise<void> {
  const response = await fetch(addressOf(at('/rounds/:roundId/dispute-pack', { roundId })), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'x-admin-request': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
  })
  if (!response.ok) {
    const refusal = (await response.json().catch(() => ({}))) as { message?: string }
    throw new AdminRefusal(response.status, refusal)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `round-${roundId}.html`
  link.click()
  URL.revokeObjectURL(link.href)
}
