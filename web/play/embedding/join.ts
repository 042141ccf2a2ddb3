// Owns the start of messaging with the page around this one.

import { Casino } from './casino.ts'
import { guessOrigin, readSources } from './origin.ts'

/**
 * Finds the page around this one, and listens to it before anything else is done.
 * @param isReplay a recorded round sends and receives no messages
 */
export function joinCasino(game: string, isReplay: boolean): Casino {
  const page = isReplay || window.parent === window ? null : window.parent
  const sources = readSources(location.search)
  const { ancestorOrigins } = location
  const origin = guessOrigin({ ancestorOrigins, referrer: document.referrer }, sources)
  const casino = new Casino({ game, page, sources, origin })
  if (page !== null) addEventListener('message', event => casino.hear(event))
  casino.open()
  return casino
}
