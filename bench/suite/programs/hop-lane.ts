// A lane's thread whose actors answer at once: the player's mailbox is real, but the command is not
// read.

import { createMailbox, type Mailbox } from '../../../src/lanes/mailbox.ts'
import { createTaskServer } from '../../../src/lanes/task-port.ts'
import type { LaneTask } from '../../../src/wire/lane.ts'
import { SPIN_ANSWER } from '../spin-answer.ts'

const mailboxes = new Map<string, Mailbox>()

async function run(task: LaneTask): Promise<string> {
  if (task.kind !== 'play') return ''
  const { playerId } = task.session
  const mailbox = mailboxes.get(playerId) ?? createMailbox()
  mailboxes.set(playerId, mailbox)
  return (await mailbox.add(async () => SPIN_ANSWER)) ?? ''
}

export default createTaskServer().serving(run)
