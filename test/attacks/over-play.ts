// Attacks over play sockets: frames that are not messages, messages faster than any player's, one
// link on hundreds of sockets, endless pings and fragments. Each returns the code of the close.

import { PLAY_SOCKETS_PER_SESSION } from '../../src/limits.ts'
import {
  closeCodeOf,
  helloFrame,
  openPlay,
  PING,
  TEXT,
  textFrame,
  writeFrame,
} from '../support/raw-play.ts'
import type { RawSocket } from '../support/raw-socket.ts'
import { ATTACKER, type Attack, comeAgain, crowd, onlySeen, type Play, stopped } from './attack.ts'

/** Frames in one write, and writes of one socket at each change. */
const BURST = 500
const BURSTS = 20

/**
 * Each member opens a socket, sends the frames in bursts as fast as the other side reads them, and
 * begins again when it is closed.
 */
async function flood(play: Play, members: number, frame: Buffer, first: Buffer | null = null) {
  const { target, isFull, stop, ending } = play
  const burst = Buffer.concat(Array.from({ length: BURST }, () => frame))
  return crowd(play, members, async () => {
    const socket = await openPlay(ending, target.baseUrl, ATTACKER)
    if (first !== null) socket.send(first)
    const over = Promise.race([socket.closed.then(endOf), stopped(stop)])
    let seen: string | null = null
    void over.then(end => {
      seen = end
    })
    for (let sent = 0; seen === null && (isFull || sent < BURSTS); sent++) {
      await Promise.race([socket.sendAndDrain(burst), over])
    }
    // A pong would come after the last frame: by then an expected close has happened.
    if (!isFull) await Promise.race([over, answered(socket)])
    socket.destroy()
    return seen ?? 'left'
  })
}

/** Resolves once the socket has answered a ping. */
function answered(socket: RawSocket): Promise<unknown> {
  socket.send(writeFrame(0x80 | PING, 'the last frame'))
  return socket.seen(/the last frame/)
}

const endOf = (received: string) => String(closeCodeOf(received) ?? 'ended')

const brokenFrames: Attack = {
  name: 'frames without hello',
  tried: '4 sockets send {} as fast as they go, and come again',
  play: play => flood(play, play.isFull ? 4 : 2, textFrame('{}')),
  // Fast members among them send more than a socket may, before the first frame has been read.
  judge: tally => onlySeen(tally, ['4400'], ['4429', 'ended']),
}

const unknownTokens: Attack = {
  name: 'hellos with an invented token',
  tried: '4 sockets, as fast as they go, and again',
  play: play =>
    flood(play, play.isFull ? 4 : 1, helloFrame(`http://a/#token=rt_${'A'.repeat(70)}`)),
  judge: tally => onlySeen(tally, ['4429'], ['ended']),
}

const repeatedHello: Attack = {
  name: 'one player repeats hello',
  tried: '4 sockets of one link, as fast as they go, and again',
  play: play => flood(play, play.isFull ? 4 : 1, helloFrame(play.target.link)),
  judge: tally => onlySeen(tally, ['4429'], ['4409', 'ended']),
}

const questions: Attack = {
  name: 'one player asks for the own rounds without end',
  tried: '4 sockets of one link, as fast as they go, and again',
  play: play => {
    const { isFull, target } = play
    const asked = textFrame(JSON.stringify({ type: 'history', requestId: 'q' }))
    return flood(play, isFull ? 4 : 1, asked, helloFrame(target.link))
  },
  judge: tally => onlySeen(tally, ['4429'], ['4409', 'ended']),
}

const pings: Attack = {
  name: 'pings',
  tried: '4 sockets, as fast as they are answered',
  play: play => flood(play, play.isFull ? 4 : 1, writeFrame(0x80 | PING, 'x'.repeat(125))),
  judge: tally => onlySeen(tally, ['4429'], ['ended']),
}

const pieces: Attack = {
  name: 'a message without end',
  tried: '4 sockets: one message in endless pieces of no bytes',
  isBeforeUs: true,
  play: play => flood(play, play.isFull ? 4 : 1, writeFrame(0, ''), writeFrame(TEXT, '')),
  judge: tally => onlySeen(tally, [], ['4401', 'left', 'ended']),
}

const oneLink: Attack = {
  name: 'sockets of one link',
  tried: '300 sockets say hello with one token, and come again when they are closed',
  async play(play) {
    const { target, isFull, stop, ending } = play
    const hello = helloFrame(target.link)
    const members = isFull ? 300 : 3 * PLAY_SOCKETS_PER_SESSION
    let closed = 0
    const enough = new AbortController()
    return crowd(play, members, async () => {
      const socket = await openPlay(ending, target.baseUrl, ATTACKER)
      socket.send(hello)
      const end = isFull ? stop : enough.signal
      const seen = await Promise.race([socket.closed.then(endOf), stopped(end)])
      if (isFull) await comeAgain(stop)
      if (++closed === members - PLAY_SOCKETS_PER_SESSION) enough.abort()
      socket.destroy()
      return seen
    })
  },
  judge: tally => onlySeen(tally, [], ['4409', 'ended', '4429']),
}

export const PLAY_ATTACKS: readonly Attack[] = [
  brokenFrames,
  unknownTokens,
  repeatedHello,
  questions,
  oneLink,
  pings,
  pieces,
]
