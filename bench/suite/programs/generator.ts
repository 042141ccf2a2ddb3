// Makes load as much or as often as asked: HTTP requests, or spins or returns of launched players.
// Judges no answer beyond its status, or "settled".

import { openSpinPlayer } from '../../spin-player.ts'
import { type HttpRequest, openHttpChannel } from '../http-channel.ts'
import { type Channel, forEach, type LoadQuestion, runLoad } from '../load.ts'
import { runProgram } from '../program.ts'

export type GeneratorSetup = { url: string; connections: number } & (
  | { kind: 'play'; links: readonly string[] }
  /** Each opens a socket, says hello, and closes it, with the next of the links. */
  | { kind: 'return'; links: readonly string[] }
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
    case 'return':
      return Promise.resolve(comingBack(url, setup.links))
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

let returns = 0

function comingBack(url: URL, links: readonly string[]): Channel {
  return async () => {
    try {
      const player = await openSpinPlayer(url, links[returns++ % links.length]!)
      player.close()
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
}
