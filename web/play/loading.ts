// Owns the page until the game's code is there: it asks for the code, the words and the theme side by side, and fills
// the bar of the veil by what has come. It must never wait for one of them before it asks for the next.

import { pickLanguage } from '../languages.ts'
import { readAddress } from './address.ts'
import { FAILED } from './loading-texts.ts'
import { watchLaunches } from './new-launch.ts'
import { sessionStorageOrNull } from './preferences.ts'
import { Progress } from './progress.ts'
import { loadTexts } from './text-files.ts'
import { loadTheme } from './themes/catalogue.ts'

/** What is asked for at once, as it comes. */
async function load(): Promise<void> {
  const progress = new Progress()
  const language = pickLanguage(navigator.languages)
  const address = readAddress(location, sessionStorageOrNull())
  const over = watchLaunches(address)
  const code = import('./main.ts')
  const words = loadTexts(language)
  // The game asks for it again, once it knows its own id; until then a failure is nobody's.
  loadTheme(address.gameId).catch(() => {})
  // A replay has no line; without a token nobody would listen.
  const isLine = address.token !== null && !address.isReplay
  const socket = isLine ? new WebSocket(address.socketUrl) : null
  const [{ begin }, texts] = await Promise.all([code, words])
  progress.finish('words')
  begin({ progress, language, texts, socket, over })
}

/** A file did not come. The texts of the game may be among what is missing. */
function giveUp(error: unknown): void {
  console.error(error)
  const { text, button } = FAILED[pickLanguage(navigator.languages)]
  document.body.dataset.state = 'error'
  document.getElementById('veil-text')!.textContent = text
  const key = document.getElementById('veil-button')!
  key.textContent = button
  key.hidden = false
  key.onclick = () => location.reload()
}

load().catch(giveUp)
