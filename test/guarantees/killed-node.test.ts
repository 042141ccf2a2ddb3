// Guarantees 1, 2, 5 and 19 under SIGKILL: a node is killed with players at every point of a round,
// and a fresh node resumes their rounds. Nothing is lost, nothing is paid twice.

import t from 'tap'
import { openSetup } from '../support/operator-setup.ts'
import { bring, checkBooks, POINTS, repeat, spinToDecision } from '../support/round-points.ts'
import { sized } from '../support/size.ts'

const setup = await openSetup(t)
const { wallet, pool } = setup

let node = await setup.startProcess()

async function kill(redis: 'kept' | 'emptied'): Promise<void> {
  await node.kill()
  wallet.behave()
  if (redis === 'emptied') await setup.losePlayerState()
}

/** With Redis kept the last test kills a node at each change, too. */
for (const redis of sized(['emptied'] as const, ['kept', 'emptied'] as const)) {
  t.test(
    `guarantee 5: killed at every point, Redis ${redis}: a hello resumes the round`,
    async t => {
      const victims = await Promise.all(
        POINTS.map(point => bring(setup, node, point, `${redis}-${point.name}`)),
      )
      const { client, link } = await setup.openGame(node, `${redis}-decides`)
      const owed = await spinToDecision(client)
      await kill(redis)
      node = await setup.startProcess()
      const reconnect = (link: string) => setup.connect(node, link)
      for (const victim of victims) {
        const again = await reconnect(victim.link)
        t.match(await again.hello(), { type: 'welcome' }, victim.playerId)
        await repeat(t, { ...victim, client: again })
        await checkBooks(t, setup, victim.playerId)
      }
      const again = await reconnect(link)
      const welcome = await again.hello()
      t.match(welcome, { round: { roundId: owed.roundId, status: 'awaiting', win: owed.win } })
      t.match(welcome, { round: { events: owed.events } }, 'the same state, event for event')
      t.match(await again.collect(owed.roundId), { round: { status: 'settled', win: owed.win } })
      await checkBooks(t, setup, `${redis}-decides`)
    },
  )
}

t.test(
  'guarantee 5: when no player returns after a kill, the recovery job finishes the rounds',
  async t => {
    const points = POINTS.filter(point => point.method === 'bet' || point.needsWin)
    const victims = await Promise.all(
      points.map(point => bring(setup, node, point, `swept-${point.name}`)),
    )
    await pool.query(`UPDATE unfinished_round SET touched_at = touched_at - interval '1 minute'`)
    // The start of a decided round was reported before the kill; its finish is still owed.
    const reported = victims.map(({ playerId, call }) => {
      const event = call.method === 'bet' ? 'start' : 'finish'
      return wallet.nextCall(
        c => c.playerId === playerId && c.roundId === call.roundId && c.event === event,
      )
    })
    await kill('kept')
    // Nothing kills this one, so it needs no process.
    const last = await setup.startNode()
    await Promise.all(reported)
    for (const { playerId, link, call } of victims) {
      const again = await setup.connect(last, link)
      await again.hello()
      await again.collect(call.roundId)
      await checkBooks(t, setup, playerId)
    }
  },
)
