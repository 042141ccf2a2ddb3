// Owns the first words on a socket: hello as soon as it is open, which does not wait for the game's
// code. It must never read an answer.

/** A socket that has said hello, or will once it is open. */
export interface Greeted {
  socket: WebSocket
  helloId: string
  /** What arrived before somebody listened. */
  arrived: string[]
}

export function greet(url: string, token: string): Greeted {
  const socket = new WebSocket(url)
  const helloId = newRequestId()
  const arrived: string[] = []
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'hello', requestId: helloId, token }))
  }
  socket.onmessage = message => {
    arrived.push(String(message.data))
  }
  return { socket, helloId, arrived }
}

/** `randomUUID` exists only in secure contexts; a demo on a local network is not one. */
export function newRequestId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
