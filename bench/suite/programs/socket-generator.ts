// Plays over sockets, as much or as often as asked: spins of launched players, or one text to a
// server that answers every message. Judges no answer beyond "settled".

import { openPlaySocket } from '../../play-socket.ts'
import { openSpinPlayer } from '../../spin-player.ts'
import { forEach } from '../../stream-launch.ts'
import { type Channel, type LoadQuestion, runLoad } from '../load.ts'
import { runProgram } from '../program.ts'

export type SocketGeneratorSetup = { url: string } & (
  | { kind: 'play'; links: readonly string[] }
  | { kind: 'echo'; connections: number; text: string }
)

const OPENINGS_AT_ONCE = 32

runProgram<SocketGeneratorSetup, LoadQuestion>(async setup => {
  const url = new URL(setup.url)
  const channels: Channel[] = []
  const count = setup.kind === 'play' ? setup.links.length : setup.connections
  await forEach(count, OPENINGS_AT_ONCE, async i => {
    channels[i] =
      setup.kind === 'play'
        ? await openPlayer(url, setup.links[i]!)
        : await openEcho(url, setup.text)
  })
  return { ready: null, answer: question => runLoad(channels, question) }
})

async function openPlayer(url: URL, link: string): Promise<Channel> {
  const player = await openSpinPlayer(url, link)
  return async () => {
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
