// Owns what the address of the play socket takes from the launch link. It must never contain the
// token.

/**
 * By `frame` the platform refuses sessions of other projects on this page. By `place` a proxy leads
 * the socket to one of the few nodes where players of the same place meet; reconnects keep it.
 * @param search of the page's address
 */
export function socketQuery(search: string): string {
  const given = new URLSearchParams(search)
  const sent = ['frame', 'place'].flatMap(name => {
    const values = given.getAll(name)
    return values.length === 1 ? [`${name}=${encodeURIComponent(values[0]!)}`] : []
  })
  return sent.length === 0 ? '' : `?${sent.join('&')}`
}
