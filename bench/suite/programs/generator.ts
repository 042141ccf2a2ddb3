// Makes load over kept-alive connections, as much or as often as asked: HTTP requests, spins of
// launched players, or one text to a server that answers every message. Judges no answer beyond its
// status, or "settled".

import { openPlaySocket } from '../../play-socket.ts'
import { openSpinPlayer } from '../../spin-player.ts'
import { type HttpRequest, openHttpChannel } from '../http-channel.ts'
import { type Channel, forEach, type LoadQuestion, runLoad } from '../load.ts'
import { runProgram } from '../program.ts'

export type GeneratorSetup = { url: string; connections: number } & (
  | { kind: 'play'; links: readonly string[] }
  | { kind: 'echo'; text: string }
  /** The connections send these in turn. */
  | { kind: 'http'; requests: readonly HttpRequest[] }
)

const OPENINGS_AT_ONCE = 32

runProgram<GeneratorSetup, LoadQuestion>(async setup => {
  const channels: Channel[] = []
  await forEach(setup.connections, OPENINGS_AT_ONCE, async i => {
    channels[i] = await openChannel(setup, i)
  })
  return { ready: null, answer: question => runLoad(channels, question) }
})

function openChannel(setup: GeneratorSetup, i: number): Promise<Channel> {
  const url = new URL(setup.url)
  switch (setup.kind) {
    case 'play':
      return openPlayer(url, setup.links[i]!)
    case 'echo':
      return openEcho(url, setup.text)
    case 'http':
      return openHttpChannel(url, setup.requests[i % setup.requests.length]!)
  }
}

async function openPlayer(url: URL, link: string): Promise<Channel> {
  let player = await openSpinPlayer(url, link)
  return async () => {
    // Nodes send idle players to other nodes, and a page connects again at once.
    if (player.isClosed()) player = await openSpinPlayer(url, link)
    const answer = await player.spin()
    return answer === 'settled' ? null : answer
  }
}

async function openEcho(url: URL, text: string): Promise<Channel> {
  let answered: ((cause: string | null) => void) | null = null
  const socket = await openPlaySocket(url, {
    onMessage: () => answered?.(null),
    onClose: () => answered?.('closed'),
  })
  return () =>
    new Promise(resolve => {
      answered = resolve
      socket.send(text)
    })
}
