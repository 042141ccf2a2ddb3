// Views that are pushed while a client reads them: read again and again, printed as server-sent
// events. Does not depend on any one view.

import { setTimeout as sleep } from 'node:timers/promises'

/** Ends with the signal. */
export async function* readEvery<View>(
  read: () => Promise<View>,
  everyMs: number,
  signal: AbortSignal,
): AsyncIterable<View> {
  while (!signal.aborted) {
    yield await read()
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** An empty line keeps the connection open; a view is sent only when it has changed. */
export async function* printEvents(views: AsyncIterable<object>): AsyncIterable<string> {
  let sent = ''
  for await (const view of views) {
    const text = JSON.stringify(view)
    yield text === sent ? ':\n\n' : `data: ${text}\n\n`
    sent = text
  }
}
