// What the node pushes (EventSource): the last message, and whether the connection stands. It comes back by
// itself; a browser that gave up, because the session ended or the node refused, is asked again here.

import { useEffect, useState } from 'react'
import { addressOf, callAdmin } from './api.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

export interface Live<Message> {
  readonly message: Message | null
  readonly state: LiveState
}

const AGAIN_MS = 3_000

/** @param path of an event stream below /admin/api, whose messages are JSON */
export function useLive<Message>(path: string): Live<Message> {
  const [live, setLive] = useState<Live<Message>>({ message: null, state: 'connecting' })
  useEffect(
    () =>
      follow(
        path,
        text => setLive({ message: JSON.parse(text) as Message, state: 'live' }),
        () => setLive(before => ({ ...before, state: 'lost' })),
      ),
    [path],
  )
  return live
}

function follow(path: string, onMessage: (text: string) => void, onLost: () => void): () => void {
  let source: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(addressOf(path))
    source.onmessage = event => onMessage(event.data)
    source.onerror = () => {
      onLost()
      if (source.readyState !== EventSource.CLOSED) return
      again = setTimeout(open, AGAIN_MS)
      // Where the session ended, the answer brings the sign-in over the page.
      callAdmin('GET', '/session').catch(() => {})
    }
  }
  open()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
