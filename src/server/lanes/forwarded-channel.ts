// A channel of the ledger for the lanes' threads: the main thread listens, and forwards what it
// receives to all threads of the node. A thread counts as not listening until the main thread has
// answered it. Changes no message.

import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import type { Listen, Listener } from '../../ledger/database/listener.ts'

type Forwarded =
  | { kind: 'joined' }
  | { kind: 'state'; isListening: boolean }
  | { kind: 'message'; payload: string }

export interface Forwarding extends Listener {
  /** What a thread needs to join. */
  readonly name: string
}

export function forwardChannel(listen: Listen, channel: string): Forwarding {
  const name = `${channel} ${randomUUID()}`
  const threads = new BroadcastChannel(name)
  const send = (message: Forwarded) => threads.postMessage(message)
  const sendState = (isListening: boolean) => send({ kind: 'state', isListening })
  const listener = listen(channel, {
    onMessage: payload => send({ kind: 'message', payload }),
    onListening: () => sendState(true),
    onLost: () => sendState(false),
  })
  threads.onmessage = () => sendState(listener.isListening())
  return {
    name,
    isListening: listener.isListening,
    close() {
      listener.close()
      sendState(false)
      threads.close()
    },
  }
}

export function joinForwarding(name: string): Listen {
  return (_, on) => {
    let isListening = false
    const port = new BroadcastChannel(name)
    port.onmessage = event => {
      const message = (event as { data: Forwarded }).data
      if (message.kind === 'message' && isListening) on.onMessage(message.payload)
      if (message.kind !== 'state' || message.isListening === isListening) return
      isListening = message.isListening
      if (isListening) on.onListening?.()
      else on.onLost?.()
    }
    port.postMessage({ kind: 'joined' } satisfies Forwarded)
    return { isListening: () => isListening, close: () => port.close() }
  }
}
