// A TCP proxy to a store that can be closed: connections are cut and new ones refused, until it
// opens again.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * @param storeUrl the store behind the gate; `url` is the same address through it
 * @param onSent called with what is sent to the store, before it leaves the gate
 */
export async function openGate(
  t: { teardown(work: () => unknown): unknown },
  storeUrl: string,
  onSent: ((text: string) => void) | null = null,
): Promise<{ url: string; close(): void; open(): void; lead(storeUrl: string): void }> {
  let { hostname, port } = new URL(storeUrl)
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer(near => {
    if (!isOpen) return near.destroy()
    const far = connect(Number(port), hostname)
    if (onSent !== null) near.on('data', chunk => onSent(chunk.toString('latin1')))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  t.teardown(() => {
    close()
    server.close()
  })
  const url = new URL(storeUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    close,
    open: () => {
      isOpen = true
    },
    /** New connections lead to another store. */
    lead(to) {
      ;({ hostname, port } = new URL(to))
    },
  }
}
