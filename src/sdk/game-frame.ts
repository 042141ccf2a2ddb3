// SPDX-License-Identifier: Apache-2.0
// A game in a frame of the casino's page: receives its messages, and asks it to pause, be silent or
// read the balance again. For the browser; needs no other file, holds no key. docs/embedding.md
// explains every message.

/** The same amount twice: decimal text, and minor units as digits. */
export interface GameMoney {
  amount: string
  minor: string
  currency: 'UAH' | 'USD' | 'EUR' | 'RUB'
}

export type GameMessage = { reelhouse: 1 } & (
  | { type: 'loaded'; game: string; greeted: boolean; ignored: number }
  | {
      type: 'ready'
      game: string
      sessionId: string
      language: string
      balance: GameMoney
      mode: 'TEST_ONLY'
    }
  | {
      type: 'round-started'
      roundId: string
      mode: string
      stake: GameMoney
      freeSpin: string | null
      resumed: boolean
    }
  | { type: 'outcome'; roundId: string; win: GameMoney }
  | {
      type: 'settled'
      roundId: string
      status: 'settled' | 'rejected' | 'unknown'
      win: GameMoney | null
    }
  | { type: 'balance'; balance: GameMoney }
  | { type: 'state'; paused: boolean; muted: boolean; inRound: boolean; online: boolean }
  | { type: 'error'; code: string; message: string; fatal: boolean }
  | { type: 'message-closed'; messageId: string }
  | { type: 'top-up' }
  | { type: 'close'; reason: 'home' | 'session-ended' }
)

/** Fields of the messages to the game that have some; the other types have none. */
export interface CasinoFields {
  /** At most 64 and 500 characters, plain text. */
  'show-message': { messageId: string; text: string }
  'offer-top-up': { offered: boolean }
  /** At most 300 characters, plain text; shown to the player. */
  end: { reason: string }
}

export type CasinoMessageType =
  | 'hello'
  | 'pause'
  | 'resume'
  | 'mute'
  | 'unmute'
  | 'refresh-balance'
  | 'open-rules'
  | 'open-history'
  | keyof CasinoFields

/** The part of `window` that is needed. */
export interface CasinoPage {
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void
  removeEventListener(type: 'message', listener: (event: PageMessage) => void): void
}

interface PageMessage {
  readonly origin: string
  readonly source: unknown
  readonly data: unknown
}

/** The part of an `<iframe>` that is needed. */
export interface GameFrameElement {
  src: string
  readonly contentWindow: {
    postMessage(message: unknown, targetOrigin: string): void
    readonly location: { replace(url: string): void }
  } | null
  addEventListener(type: 'load', listener: () => void, options: { once: boolean }): void
  removeEventListener(type: 'load', listener: () => void): void
}

export interface GameFrame {
  send<T extends CasinoMessageType>(
    type: T,
    ...fields: T extends keyof CasinoFields ? [CasinoFields[T]] : []
  ): void
  /**
   * Stops receiving and empties the frame, unless another game has been opened in it since. A
   * started round finishes on the platform.
   */
  close(): void
}

const HELLO_EVERY_MS = 500
/** A page that has not answered by then never will: its game was refused, or it is not a game. */
const HELLOS_MAX = 40

/** Ends the game that is open in a frame: it no longer receives, greets or sends. */
const endIn = new WeakMap<GameFrameElement, () => void>()

/**
 * Shows the game of a launch link. An earlier game in the frame, of this player or another, is
 * removed: its caller receives no more messages, and its `close` does nothing.
 * @param hear gets every message of this game and of no other, from `loaded` on
 * @param onSilence the game has not answered within 20 seconds: the page may not frame it, or it
 * did not load
 */
export function openGame(
  page: CasinoPage,
  frame: GameFrameElement,
  link: string,
  hear: (message: GameMessage) => void,
  onSilence: () => void = () => {},
): GameFrame {
  const { origin } = new URL(link)
  endIn.get(frame)?.()
  let hellos = 0
  let isShown = false
  let hasLoaded = false
  let greet: ReturnType<typeof setInterval> | undefined
  const send = (type: CasinoMessageType, ...fields: readonly object[]) => {
    if (isShown) frame.contentWindow?.postMessage({ reelhouse: 1, type, ...fields[0] }, origin)
  }
  const stopGreeting = () => clearInterval(greet)
  greet = setInterval(() => {
    hellos += 1
    if (hellos <= HELLOS_MAX) {
      send('hello')
      return
    }
    stopGreeting()
    onSilence()
  }, HELLO_EVERY_MS)
  const listen = (event: PageMessage) => {
    // The origin identifies the sender's site, the source identifies this frame.
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    const message = readGameMessage(event.data)
    // A game sends `loaded` first: earlier messages come from the game before it.
    hasLoaded ||= message?.type === 'loaded'
    if (message === null || !hasLoaded) return
    // It receives messages from now on; a reloaded game has not received the earlier hello.
    if (message.type === 'loaded') {
      stopGreeting()
      if (!message.greeted) send('hello')
    }
    hear(message)
  }
  const show = () => {
    isShown = true
    page.addEventListener('message', listen)
    frame.src = link
  }
  const end = () => {
    isShown = false
    stopGreeting()
    frame.removeEventListener('load', show)
    page.removeEventListener('message', listen)
  }
  endIn.set(frame, end)
  emptied(frame, show)
  return {
    send,
    close() {
      // The frame may be the next game's by now, or the casino's own.
      if (endIn.get(frame) !== end) return
      endIn.delete(frame)
      end()
      frame.src = 'about:blank'
    },
  }
}

/**
 * Calls `then` once the frame contains no game. A link that differs from the last one only after
 * the # would load nothing, and the game before would answer. The earlier game also leaves the
 * history, so that the back key does not lead to it.
 */
function emptied(frame: GameFrameElement, then: () => void): void {
  if (frame.src === '' || frame.contentWindow === null) {
    then()
    return
  }
  frame.addEventListener('load', then, { once: true })
  frame.contentWindow.location.replace('about:blank')
}

/** Null: another kind of message, or another version. The caller should ignore unknown types. */
export function readGameMessage(data: unknown): GameMessage | null {
  if (typeof data !== 'object' || data === null || !('reelhouse' in data)) return null
  const { reelhouse, type } = data as { reelhouse: unknown; type?: unknown }
  return reelhouse === 1 && typeof type === 'string' ? (data as GameMessage) : null
}
