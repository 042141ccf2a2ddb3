// A player at a game, as a client behaves: says hello, spins, decides, repeats unanswered commands
// with the same request id, on any node that is up, sometimes twice at once. Never gives up a
// round.

import { COLLECT } from '../../src/games/engine/contract.ts'
import type { PlaySession } from '../../src/wire/lane.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { PlayCommand } from '../../src/wire/play-commands.ts'
import type { RoundView } from '../../src/wire/play-round.ts'
import type { SimulatedNode } from './node.ts'

/** How a player sends a spin. */
export type Habit = 'once' | 'twice at once' | 'again after the answer' | 'two spins at once'

export interface Table {
  /** A node that is up, or null. */
  findNode(): SimulatedNode | null
  habit(): Habit
  option(options: readonly string[]): string
  sleep(ms: number): Promise<void>
  /** The answer, or null when it did not come in time. */
  within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | null>
}

const ANSWER_MS = 10_000
const TRIES = 400

type Welcome = Extract<ServerMessage, { type: 'welcome' }>
type Answer = Exclude<ServerMessage, { type: 'welcome' | 'outcome' | 'settled' | 'balance' }>

export function createPlayer(session: PlaySession, table: Table) {
  let grantId: string | null = null
  let node: SimulatedNode | null = null
  let life = -1
  let requests = 0
  const newRequestId = (kind: string) => `${kind}-${session.gameId}-${++requests}`

  /** Null: no answer came; the command may have been executed. */
  async function ask(at: SimulatedNode, message: Parameters<SimulatedNode['play']>[1]) {
    const text = await table.within(ANSWER_MS, at.play(session, message))
    if (text === null) return null
    const answer = JSON.parse(text) as Welcome | Answer
    if ('freeSpins' in answer && answer.freeSpins !== undefined) {
      grantId = answer.freeSpins?.grantId ?? null
    }
    return answer
  }

  /** Connects to a node that is up; resolves with the open round, if there is one. */
  async function connect(): Promise<RoundView | null> {
    for (let tried = 0; tried < TRIES; tried++) {
      node = table.findNode()
      if (node !== null) {
        life = node.life()
        const requestId = newRequestId('hello')
        const answer = await ask(node, { type: 'hello', requestId, token: 'token' })
        if (answer?.type === 'welcome') return answer.round
      }
      await table.sleep(700)
    }
    throw new Error('no node welcomes the player')
  }

  async function command(message: PlayCommand): Promise<Answer> {
    for (let tried = 0; tried < TRIES; tried++) {
      if (node === null || !node.isUp() || node.life() !== life) await connect()
      const answer = (await ask(node!, message)) as Answer | null
      if (answer !== null && !(answer.type === 'error' && answer.retry)) return answer
      if (answer === null) node = null
      await table.sleep(900)
    }
    throw new Error(`${message.type} ${message.requestId} is never answered`)
  }

  /** Plays an open round to its end. */
  async function finish(view: RoundView | null): Promise<void> {
    let open = view
    for (let tried = 0; open !== null; tried++) {
      if (open.status === 'settled' || open.status === 'rejected') return
      if (tried > TRIES) throw new Error(`round ${open.roundId} never ends`)
      if (open.status === 'awaiting') {
        const answer = await command(decisionOn(open))
        open = answer.type === 'round' ? answer.round : await connect()
        continue
      }
      await table.sleep(Math.min(1_000 * 2 ** tried, 30_000))
      open = await connect()
    }
  }

  function decisionOn({ roundId, awaiting }: RoundView): PlayCommand {
    const requestId = newRequestId('decide')
    if (awaiting!.kind === 'choice') {
      return { type: 'choose', requestId, roundId, option: table.option(awaiting!.options) }
    }
    const option = table.option([COLLECT, ...awaiting!.options])
    if (option === COLLECT) return { type: 'collect', requestId, roundId }
    return { type: 'gamble', requestId, roundId, option }
  }

  function spinMessage(): PlayCommand {
    const requestId = newRequestId('spin')
    if (grantId !== null) return { type: 'free-spin', requestId, grantId }
    return { type: 'spin', requestId, bet: { level: 1 }, mode: 'base' }
  }

  async function send(message: PlayCommand, habit: Habit): Promise<void> {
    const other = table.findNode()
    if (other !== null && habit === 'twice at once') void ask(other, message)
    if (other !== null && habit === 'two spins at once') void ask(other, spinMessage())
    const answer = await command(message)
    if (answer.type === 'round') await finish(answer.round)
    else if (answer.code === 'ROUND_OPEN') await finish(await connect())
    if (habit === 'again after the answer') await command(message)
  }

  return {
    async play(spins: number): Promise<void> {
      await finish(await connect())
      for (let spin = 0; spin < spins; spin++) await send(spinMessage(), table.habit())
    },
    /** After the last fault: the open round ends, and one more is played. */
    async playOn(): Promise<ServerMessage> {
      await finish(await connect())
      const message = spinMessage()
      const answer = await command(message)
      if (answer.type === 'round') await finish(answer.round)
      return answer
    },
  }
}
