// Something is lost while a command works on a ledger, at a statement on its way to the server, and
// players who play on whatever is lost.

import type { Chance } from './chance.ts'
import { BET, type NodeProcess, type OperatorSetup } from './operator-setup.ts'
import { codeOf, type PlayClient } from './play-client.ts'
import type { start } from './start-reelhouse.ts'
import { moment, until } from './until.ts'

type Command = ReturnType<typeof start>
/** Takes something away, at once; resolves when it is gone, with what brings it back. */
export type Lose = (command: Command) => Promise<() => unknown>

/** `watch` is given each text that is on its way to a server. */
export function createWatch() {
  let watching: { statement: RegExp; strike(): void } | null = null
  return {
    watch(text: string): void {
      if (watching?.statement.test(text) !== true) return
      const { strike } = watching
      watching = null
      strike()
    },
    next(statement: RegExp, strike: () => void): void {
      watching = { statement, strike }
    },
    stop(): void {
      watching = null
    },
  }
}

/** @returns whether the statement was seen, and why the command ended otherwise than well */
export async function strikeAt(
  { next, stop }: Pick<ReturnType<typeof createWatch>, 'next' | 'stop'>,
  chance: Chance,
  statement: RegExp,
  command: Command,
  lose: Lose,
): Promise<{ isStruck: boolean; failure: string | null }> {
  let lost: Promise<() => unknown> | null = null
  // Before the statement arrives, before its answer does, or a moment later.
  const afterMs = chance.pick([null, 0, 2, 10])
  const struck = new Promise<void>(resolve => {
    const act = () => {
      lost = lose(command)
      resolve()
    }
    next(statement, () => (afterMs === null ? act() : setTimeout(act, afterMs)))
  })
  await Promise.race([struck, command.ended])
  stop()
  const revive = await (lost as Promise<() => unknown> | null)
  await moment(chance.between(0, 200))
  await revive?.()
  const { code, stderr } = await command.ended
  return { isStruck: lost !== null, failure: code === 0 ? null : stderr }
}

interface Player {
  playerId: string
  isAtMortal: boolean
  link: string
  rounds: number
  /** Since when it is refused; null: it plays. */
  refusedAtMs: number | null
}

/** Every round is read again at each check of the books. */
const PAUSE_MS = 20

/**
 * Four players, half of them on each node, who come back when they were disconnected.
 * @param nodes the mortal one may be replaced
 */
export async function openPersistentPlayers(
  setup: OperatorSetup,
  nodes: { readonly steady: { baseUrl: string }; mortal: NodeProcess },
) {
  const clients = new Map<string, PlayClient>()
  const players: Player[] = []
  const refusedMs: number[] = []
  const nodeOf = ({ isAtMortal }: Pick<Player, 'isAtMortal'>) =>
    isAtMortal ? nodes.mortal : nodes.steady
  for (const playerId of ['ann', 'bob', 'cai', 'dan']) {
    const isAtMortal = players.length % 2 === 0
    const { client, link } = await setup.openGame(nodeOf({ isAtMortal }), playerId)
    clients.set(playerId, client)
    players.push({ playerId, isAtMortal, link, rounds: 0, refusedAtMs: null })
  }

  async function playOnce(player: Player): Promise<void> {
    await moment(PAUSE_MS)
    const client = clients.get(player.playerId)!
    const answer = await client.spin(BET)
    if (answer.type === 'round') {
      player.rounds++
      if (player.refusedAtMs !== null) refusedMs.push(performance.now() - player.refusedAtMs)
      player.refusedAtMs = null
      if (answer.round.status === 'awaiting') await client.collect(answer.round.roundId)
      return
    }
    player.refusedAtMs ??= performance.now()
    if (codeOf(answer) !== 'BUSY') await connectAgain(player)
  }

  /** The socket may be gone, and a round may wait for a decision. */
  async function connectAgain(player: Player): Promise<void> {
    const { playerId, link } = player
    clients.get(playerId)!.close()
    try {
      const client = await setup.connect(nodeOf(player), link)
      clients.set(playerId, client)
      const welcome = await client.hello()
      if (welcome.type !== 'welcome' || welcome.round?.status !== 'awaiting') return
      await client.collect(welcome.round.roundId)
    } catch {
      // The next try may find the node again.
    }
  }

  return {
    clients,
    /** How long refusals lasted. */
    refusedMs,
    /** All play until the answer is called. */
    playOn() {
      let isOver = false
      const all = players.map(async player => {
        while (!isOver) await playOnce(player)
      })
      return async () => {
        isOver = true
        await Promise.all(all)
      }
    },
    async everybodyPlays(): Promise<void> {
      const before = new Map(players.map(each => [each, each.rounds]))
      await until('everybody plays', () => players.every(p => p.rounds > before.get(p)! + 1))
    },
  }
}
