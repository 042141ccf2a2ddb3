// Owns the page until the game's code is loaded: it requests the code, the texts, the style and the
// theme, says hello to the platform, all in parallel, and fills the bar of the loading screen as
// they arrive. It must never wait for one of them before it requests the next.

import { pickLanguage } from '../languages.ts'
import { greet } from './net/greeting.ts'
import { type Address, namesLaunch, readAddress } from './page/address.ts'
import { Progress } from './page/loading-progress.ts'
import { FAILED } from './page/loading-texts.ts'
import { sessionStorageOrNull } from './page/preferences.ts'
import { hasGraphicsCard } from './stage/graphics-card.ts'
import { loadTexts } from './texts/files.ts'
import { loadTheme } from './themes/catalogue.ts'

/** Requests everything at once. */
async function load(): Promise<void> {
  const progress = new Progress()
  const language = pickLanguage(navigator.languages)
  const address = readAddress(location, sessionStorageOrNull())
  const over = watchLaunches(address)
  const code = import('./main.ts')
  const words = loadTexts(language)
  const style = wearStyle()
  // The game requests it again once it has its own id; until then a failure is ignored.
  loadTheme(address.gameId).catch(() => {})
  // A replay has no connection, and without a token the platform would refuse it.
  const { socketUrl, token, isReplay } = address
  const greeted = token === null || isReplay ? null : greet(socketUrl, token)
  const hasCard = hasGraphicsCard()
  const [{ begin }, texts] = await Promise.all([code, words, style])
  progress.finish('words')
  begin({ progress, language, texts, hasCard, greeted, over })
}

/** The style of all but the loading screen, which is drawn without it. */
function wearStyle(): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = document.querySelector<HTMLLinkElement>('#style')!.href
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`${link.href} did not load`))
    document.head.append(link)
  })
}

/** A file did not load. The game's texts may be among those missing. */
function giveUp(error: unknown): void {
  console.error(error)
  const { text, button } = FAILED[pickLanguage(navigator.languages)]
  document.body.dataset.state = 'error'
  document.getElementById('loading-text')!.textContent = text
  const key = document.getElementById('loading-button')!
  key.textContent = button
  key.hidden = false
  key.onclick = () => location.reload()
}

load().catch(giveUp)

/**
 * Watches the address for a launch other than the page's own: a link, or history navigation to one.
 * @returns aborted once the page is over; it shows nothing until the browser has loaded the new one
 */
function watchLaunches(own: Address): AbortSignal {
  const over = new AbortController()
  const beginAnew = () => {
    document.documentElement.classList.add('page-over')
    over.abort()
    location.reload()
  }
  // `hashchange` does not fire when the token is still in the address and the same link is opened
  // again.
  addEventListener('popstate', () => {
    // That is a launch, too: the game may have ended on this page.
    const isLaunched = namesLaunch(location)
    if (isOther(own) || isLaunched) beginAnew()
  })
  // A page restored from the browser's cache, after another player was launched in its tab.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOther(own)) beginAnew()
  })
  return over.signal
}

/** Reading also stores the token for the page that loads next. */
function isOther(own: Address): boolean {
  return readAddress(location, sessionStorageOrNull()).token !== own.token
}
