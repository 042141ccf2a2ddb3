// `reelhouse ledger read`: the rounds of an archived month, one line of JSON each. Needs no
// database.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import {
  type ArchivedRound,
  BadArchive,
  checksumOf,
  readArchive,
  readChecksum,
} from '../../ledger/archive/archive-file.ts'
import { createCommand, defineCommand, printLine, say } from '../command-line.ts'
import { readRoundId } from '../option-values.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse ledger read',
    `Prints the rounds of a file that "ledger archive" wrote, a line of JSON each, once its checksum
    is right.`,
  )
    .argument('<file>', 'the archive')
    .option('--round <id>', 'this round alone', readRoundId)
    .option('--player <id>', 'rounds of this player')
    .option('--project <id>', 'rounds of this project'),
  async (file, { round, player, project }) => {
    await requireChecksum(file)
    let printed = 0
    for await (const found of readRounds(file)) {
      const isAsked =
        (round === undefined || found.roundId === round) &&
        (player === undefined || found.playerId === player) &&
        (project === undefined || found.projectId === project)
      if (!isAsked) continue
      printLine(printRound(found))
      printed++
    }
    say(`${printed} rounds`)
    return printed === 0 ? 1 : 0
  },
)

async function requireChecksum(file: string): Promise<void> {
  const expected = await readChecksum(file)
  if (expected === null) say(`There is no ${file}.sha256: the checksum was not compared.`)
  else if (expected !== (await checksumOf(file))) {
    throw new SetupProblem(`${file} is not what was written: its checksum is another one.`)
  }
}

/** Reports what is wrong with the file in a way that a person can act on. */
export async function* readRounds(file: string): AsyncGenerator<ArchivedRound> {
  try {
    yield* readArchive(file)
  } catch (error) {
    if (error instanceof BadArchive) throw new SetupProblem(error.message)
    throw error
  }
}

function printRound({ projectId, playerId, round }: ArchivedRound): string {
  const { seed, ...intent } = round.intent
  const record = { projectId, playerId, ...intent, seed: Buffer.from(seed).toString('hex') }
  const exact = (_: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  return JSON.stringify({ ...record, ...round.progress }, exact)
}
