// Receives owners' questions about rounds and answers for this node: either it drives the round and
// tries at once, or no node drives it and this one takes it up as the recovery job would. Never
// takes up a round that another node may be driving.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Lanes } from '../../lanes/routing.ts'
import type { Listener } from '../../ledger/database/listener.ts'
import {
  answerPush,
  claimPush,
  ROUND_PUSH_CHANNEL,
  type RoundQuestion,
} from '../../ledger/rounds/unfinished-rounds.ts'
import { RECOVERY_ROUND_AGE_MS } from '../../limits.ts'
import type { Holding, LaneTask } from '../../wire/lane.ts'
import type { LedgerDatabase } from '../databases/ledger-databases.ts'
import type { Parts } from '../parts.ts'

/**
 * After a push, nodes that do not drive the round wait this long for the one that does, and look
 * this often whether they may resume it: longer than RECOVERY_ROUND_AGE_MS.
 */
const PUSH_TAKE_UP_MS = 1_000
const PUSH_TAKE_UPS = 13

/** For the rounds of one database. */
export function listenForPushes(
  { config, onFault }: Parts,
  { listener, pool }: LedgerDatabase,
  lanes: Pick<Lanes, 'run'>,
): Listener {
  const by = { pool, node: config.nodeName }
  // When a notification is lost, the owner gets no answer, and asks again.
  return listener.listen(ROUND_PUSH_CHANNEL, {
    onMessage: text => void hear(by, lanes, JSON.parse(text) as RoundQuestion).catch(onFault),
  })
}

/** The node that answers, and the database that its answers go to. */
interface Answering {
  pool: Pool
  node: string
}

async function hear(
  by: Answering,
  lanes: Pick<Lanes, 'run'>,
  question: RoundQuestion,
): Promise<void> {
  const { projectId, playerId, roundId } = question
  const round = { projectId, playerId, roundId }
  const ask = async (task: LaneTask) => (await lanes.run(question, task)) ?? null
  const holding = readHolding(await ask({ kind: 'look', ...round }))
  if (holding.work === 'none') {
    const take = () => ask({ kind: 'push', ...round, resumes: true })
    if (question.kind === 'push') await resumeUndriven(by, question, take)
    return
  }
  if ((await claimPush(by.pool, question, by.node)) !== 'claimed') return
  const isTried = question.kind === 'push' && holding.work === 'waiting'
  const answer = isTried
    ? await ask({ kind: 'push', ...round, resumes: false })
    : printHolding(holding)
  await answerPush(by.pool, question.pushId, answer ?? 'busy')
}

/** A lane that can't answer now counts as not driving the round: the round's last write decides. */
function readHolding(text: string | null): Holding {
  return text === null ? { work: 'none' } : (JSON.parse(text) as Holding)
}

function printHolding(holding: Holding): string {
  return holding.work === 'waiting' ? `waiting ${Math.round(holding.dueInMs)}` : holding.work
}

/**
 * Only one node takes it up, once no other can still be calling for the round, as in the recovery
 * job.
 */
async function resumeUndriven(
  { pool, node }: Answering,
  question: RoundQuestion,
  take: () => Promise<string | null>,
): Promise<void> {
  for (let tries = 0; tries < PUSH_TAKE_UPS; tries++) {
    await sleep(PUSH_TAKE_UP_MS, null, { ref: false })
    const claim = await claimPush(pool, question, node, RECOVERY_ROUND_AGE_MS)
    if (claim === 'taken') return
    if (claim === 'touched') continue
    const answer = await take()
    return answerPush(pool, question.pushId, answer === 'tried' ? 'taken-up' : (answer ?? 'busy'))
  }
}
