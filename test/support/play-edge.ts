// The play socket alone: a separate server, and lanes that the test makes.

import uWS from 'uWebSockets.js'
import type { Test } from 'tap'
import { registerPlay } from '../../src/edge/play.ts'
import { encodeError } from '../../src/player/views.ts'
import type { LaneTask, PlaySession } from '../../src/wire/lane.ts'
import { startApp } from './edge-server.ts'
import { connectPlayer } from './play-client.ts'

export const SESSION: PlaySession = {
  sessionId: 'a-session',
  tokenVersion: 1,
  projectId: 'casino',
  playerId: 'player',
  gameId: 'lucky-lanterns',
  currency: 'EUR',
  language: 'en',
  expiresAtMs: 1,
}

type PlayEdge = Parameters<typeof registerPlay>[1]

/** Answers any task of a lane. */
export const answerBusyWallet = (task: LaneTask) =>
  encodeError(task.kind === 'play' ? task.message.requestId : null, 'WALLET_BUSY')

/** @param own the lanes, and what differs from a node that is up and knows every token */
export async function servePlay(t: Test, own: Pick<PlayEdge, 'lanes'> & Partial<PlayEdge>) {
  const app = uWS.App()
  const sockets = registerPlay(app, {
    findSession: async () => SESSION,
    readFramedProject: () => null,
    answerQuestion: () => null,
    encodeError,
    allowedOrigins: new Set(['http://127.0.0.1']),
    countedCaller: ({ socket }) => socket,
    placeOf: () => null,
    onSocketClosed: () => {},
    clockMs: () => 0,
    nowMs: () => 0,
    isOver: () => false,
    takesSockets: () => true,
    startsRounds: () => true,
    follow: (_name, _labels, work) => work(null),
    onMessage: () => {},
    onAnswer: () => {},
    onOutcome() {},
    onFault: error => t.fail(String(error)),
    ...own,
  })
  const url = await startApp(t, app)
  const connect = (token = 'rt_x', query = '') =>
    connectPlayer(t, url, `http://x/#token=${token}`, query)
  return { url, sockets, connect }
}
