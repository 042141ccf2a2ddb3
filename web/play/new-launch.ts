// Owns what becomes of the page when a launch link is opened in it: links that differ only behind the # are one page to
// a browser, which loads nothing then. The page begins anew by itself; it must never go on for the player before.

import { type Address, namesLaunch, readAddress } from './address.ts'
import { sessionStorageOrNull } from './preferences.ts'

/**
 * Watches the address for another launch than the page's own: a link, or the way back to one.
 * @returns aborted once the page is over; until the browser has the new one it shows nothing
 */
export function watchLaunches(own: Address): AbortSignal {
  const over = new AbortController()
  const beginAnew = () => {
    document.documentElement.classList.add('page-over')
    over.abort()
    location.reload()
  }
  // `hashchange` does not come where the token is still in the address and the same link is opened once more.
  addEventListener('popstate', () => {
    // That is a launch, too: its game may be over on this page.
    const isLaunched = namesLaunch(location)
    if (isOther(own) || isLaunched) beginAnew()
  })
  // A page that the browser had put aside, while another player was launched in its tab.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOther(own)) beginAnew()
  })
  return over.signal
}

/** Reading keeps the token for the page that begins. */
function isOther(own: Address): boolean {
  return readAddress(location, sessionStorageOrNull()).token !== own.token
}
