// `reelhouse player erase`: takes a player's name out of ledger and Redis. The money stays, under a
// pseudonym.

import { SetupProblem } from '../embedded/setup-problem.ts'
import { CLIENT_LANGUAGES } from '../games/engine/providers.ts'
import { listMonths } from '../ledger/archive/months.ts'
import { mayChangeSchema } from '../ledger/database/app-role.ts'
import { erasePlayer, type Hindrances } from '../ledger/players/player-erasure.ts'
import { connectRedis } from '../redis/connection.ts'
import { erasePlayerKeys } from '../redis/player-erasure.ts'
import { printJson, printLine, refuseUse } from './command-line.ts'
import { defineLedgerCommand, type Ledger } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { requireProject } from './project.ts'

const NOTES = `
A pseudonym replaces the id in the ledger, its reports and the audit log; keys in Redis, logged
wallet calls and kept answers that name the player are deleted. Rounds, sums and the chain of the
audit log stay. The same id is a new player from then on. Archived months, backups, logs and
exported files keep the id: docs/operations.md, "Erasing a player". Run it as the owner of the
schema and with the nodes' Redis settings; if it is interrupted, run it again.`

const erase = defineLedgerCommand(
  createStoreCommand(
    'reelhouse player erase',
    `Takes the name of a player out of the platform, for good. Refused while the player has an open
    round, an unfinished grant or a notification that the wallet has not answered. Audited.`,
  )
    .argument('<project>', 'the project')
    .argument('<player>', "the player's id")
    .requiredOption('--confirm <player>', 'the id once more: an erasure cannot be undone')
    .option('--json', 'one line: {"erased":"erased-…","known":true,"archives":["rounds-…"]}')
    .addHelpText('after', NOTES),
  async (ledger, projectId, playerId, { confirm, json }) => {
    if (confirm !== playerId) refuseUse('--confirm must repeat the id of the player.')
    await requireProject(ledger, projectId)
    if (!(await mayChangeSchema(ledger.pool))) {
      throw new SetupProblem(
        'The audit log is changed by the owner of the schema alone: use that role.',
      )
    }
    const player = { projectId, playerId }
    // Before anything is changed: an erasure without Redis would stop half way.
    const { address, prefix } = ledger.redis()
    const redis = await connectRedis(address, prefix)
    try {
      const result = await erasePlayer(ledger.pools, player, ledger.by, pseudonym =>
        erasePlayerKeys(redis, player, pseudonym, Object.keys(CLIENT_LANGUAGES)),
      )
      if (result.kind === 'refused') throw new SetupProblem(explain(result.hindrances))
      const { pseudonym, isKnown } = result
      const archives = isKnown ? await listArchives(ledger) : []
      if (json === true) printJson({ erased: pseudonym, known: isKnown, archives })
      else print(pseudonym, isKnown, archives)
      return 0
    } finally {
      redis.disconnect()
    }
  },
)

function print(pseudonym: string, isKnown: boolean, archives: readonly string[]): void {
  if (!isKnown) {
    printLine('There is no such player; what logged calls and kept answers said is deleted.')
    return
  }
  printLine(`Erased. The rounds are those of ${pseudonym} now.`)
  if (archives.length > 0) printLine(`These files may keep the id: ${archives.join(', ')}`)
}

function explain({ openRounds, notifications, grants }: Hindrances): string {
  const found = [
    openRounds > 0 && `open rounds: ${openRounds} (rounds stuck --decisions lists them)`,
    grants > 0 &&
      `grants that are active, or whose end the wallet has not answered: ${grants} (cancel them)`,
    notifications > 0 &&
      `notifications that the wallet has not answered: ${notifications} (dropped after a day)`,
  ].filter(each => each !== false)
  return `The player cannot be erased now; nothing is changed. ${found.join('; ')}.`
}

async function listArchives({ pools }: Ledger): Promise<string[]> {
  const months = (await Promise.all(pools.carriers.map(listMonths))).flat()
  return months.flatMap(({ archived }) => (archived === null ? [] : [archived.file]))
}

export const commands = { erase }
