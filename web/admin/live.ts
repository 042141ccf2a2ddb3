// What the node pushes (EventSource): the last message, and the state of the connection. The
// browser reconnects by itself; when it has given up, because the session ended or the node
// refused, this module reconnects.

import { useEffect, useState } from 'react'
import { addressOf, callAdmin } from './api.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

export interface Live<Message> {
  readonly message: Message | null
  readonly state: LiveState
}

const AGAIN_MS = 3_000

/**
 * @param path of an event stream below /admin/api, whose messages are JSON
 * @param merge makes the message that is shown of the one before and the next; pure, and always the
 *   same function
 */
export function useLive<Message>(
  path: string,
  merge: (before: Message | null, next: Message) => Message = takeNext,
): Live<Message> {
  const [live, setLive] = useState<Live<Message>>({ message: null, state: 'connecting' })
  useEffect(
    () =>
      follow(
        path,
        text => {
          const next = JSON.parse(text) as Message
          setLive(before => ({ message: merge(before.message, next), state: 'live' }))
        },
        () => setLive(before => ({ ...before, state: 'lost' })),
      ),
    [path, merge],
  )
  return live
}

const takeNext = <Message>(_: Message | null, next: Message) => next

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
      // If the session has ended, this answer opens the sign-in over the page.
      callAdmin('GET', '/session').catch(() => {})
    }
  }
  open()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
