// A player who spins when asked, whether or not the last spin was answered, and returns the kind of
// each answer. Reads no more of an answer, so that it costs little.

import type { ServerMessage } from '../src/wire/play-answers.ts'
import { openPlaySocket } from './play-socket.ts'
import { tokenOf } from './stream-launch.ts'
import { smallestBet } from './stream-player.ts'

interface Waiting {
  onOutcome(): void
  resolve(answer: string): void
  reject(error: Error): void
}

/** Opens the connection and sends hello. */
export async function openSpinPlayer(url: URL, link: string) {
  const waiting = new Map<string, Waiting>()
  let commands = 0
  let closeCode: number | null = null
  const place = new URL(link).searchParams.get('place')
  // As the page does.
  const address = place === null ? url : new URL(`?place=${place}`, url)
  const socket = await openPlaySocket(address, {
    onMessage(text) {
      const requestId = /"requestId":"(\d+)"/.exec(text)?.[1] ?? ''
      const asked = waiting.get(requestId)
      // The settlement follows it.
      if (text.startsWith('{"type":"outcome"')) {
        asked?.onOutcome()
        return
      }
      waiting.delete(requestId)
      asked?.resolve(text)
    },
    onClose(code) {
      closeCode = code
      for (const { reject } of waiting.values()) reject(new Error(`closed (${code})`))
      waiting.clear()
    },
  })

  function send(command: object, onOutcome = () => {}): Promise<string> {
    const requestId = String(++commands)
    return new Promise((resolve, reject) => {
      // Nothing would answer, and nothing reports the close a second time.
      if (closeCode !== null) return reject(new Error(`closed (${closeCode})`))
      waiting.set(requestId, { onOutcome, resolve, reject })
      socket.send(JSON.stringify({ ...command, requestId }))
    })
  }

  const hello = { type: 'hello', token: tokenOf(link) }
  const answer = await send(hello)
  const welcome = JSON.parse(answer) as ServerMessage
  if (welcome.type !== 'welcome') throw new Error(`hello was refused: ${JSON.stringify(welcome)}`)
  const mode = welcome.game.modes.find(({ kind }) => kind === 'base')!.id
  const spin = { type: 'spin', mode, bet: smallestBet(welcome.game) }
  return {
    /** Of the welcome. */
    bytes: Buffer.byteLength(answer),
    /**
     * `settled`, or the code of a refusal. Rejects when the connection is lost.
     * @param onOutcome called when the outcome arrives, before the round is settled
     */
    spin: async (onOutcome?: () => void) => readAnswer(await send(spin, onOutcome)),
    isClosed: () => closeCode !== null,
    close: () => socket.close(),
  }
}

function readAnswer(text: string): string {
  const message = JSON.parse(text) as ServerMessage
  if (message.type === 'error') return message.code
  return message.type === 'round' ? message.round.status : message.type
}
