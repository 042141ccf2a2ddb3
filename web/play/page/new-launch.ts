// Owns what happens when a launch link is opened in this page: links that differ only after the #
// are the same page to a browser, which then loads nothing. The page reloads itself; it must never
// continue for the previous player.

import { type Address, namesLaunch, readAddress } from './address.ts'
import { sessionStorageOrNull } from './preferences.ts'

/**
 * Watches the address for a launch other than the page's own: a link, or history navigation to one.
 * @returns aborted once the page is over; it shows nothing until the browser has loaded the new one
 */
export function watchLaunches(own: Address): AbortSignal {
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
