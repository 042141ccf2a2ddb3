// `reelhouse replay`: draws a recorded round again from its seed and choices and compares the win.
// Reads only; shows the outcome of a round to the platform's own people, never to a player.

import type { Pool } from 'pg'
import { type DrawnAgain, drawAgain, whyNotDrawn } from '../../admin/rounds/drawn-again.ts'
import { formatAmount } from '../../core/money.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { OwnedRound } from '../../ledger/rounds/recovery-work.ts'
import { createRoundReader } from '../../ledger/rounds/round-reader.ts'
import { decidersOf, type Round } from '../../round/round.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { readRounds } from '../ledger.ts'
import {
  createStoreCommand,
  findMap,
  type StoreValues,
  withPools,
  withStores,
} from '../node/store-access.ts'
import { readRoundId } from '../option-values.ts'
import { refuseUnknown } from './known-round.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse replay',
    `Draws a round again from its record (game version, seed, level, choices) and says whether the
    win is the recorded one. Exit code 1 when it is not.`,
  )
    .argument('<round_id>', 'the round', readRoundId)
    .option('--archive <file>', 'from a file of "ledger archive"; needs no database')
    .option('--json', 'one line: {"round_id":…,"matches":true,"events":[…],…}'),
  async (roundId, options) => {
    const { archive } = options
    const found = await (archive === undefined
      ? findInLedger(roundId, options)
      : findInArchive(roundId, archive))
    const replay = replayRound(found.round)
    if (options.json === true) printJson(asRecord(found, replay))
    else print(found, replay)
    return replay.matches ? 0 : 1
  },
)

type FoundRound = OwnedRound & { round: Round }

function findInLedger(roundId: string, stores: StoreValues): Promise<FoundRound> {
  return withStores('replay', stores, async access =>
    withPools(await findMap(access), async pools => {
      const find = (pool: Pool) => createRoundReader(pool).findAnyRound(roundId)
      return (await pools.findById(roundId, find)) ?? refuseUnknown(pools, roundId)
    }),
  )
}

async function findInArchive(roundId: string, file: string): Promise<FoundRound> {
  for await (const found of readRounds(file)) if (found.roundId === roundId) return found
  throw new SetupProblem(`There is no round ${roundId} in ${file}.`)
}

/** Throws SetupProblem if this checkout lacks the round's version of the game. */
export function replayRound(round: Round): DrawnAgain {
  const drawn = drawAgain(round)
  if (drawn.kind !== 'drawn') throw new SetupProblem(whyNotDrawn(drawn))
  return drawn
}

function asRecord(
  { projectId, playerId, round }: OwnedRound & { round: Round },
  replay: DrawnAgain,
) {
  const { intent, progress } = round
  return {
    round_id: intent.roundId,
    project_id: projectId,
    player_id: playerId,
    game: intent.gameId,
    game_version: intent.gameVersion,
    game_mode: intent.gameMode,
    level_bps: intent.levelBps,
    level_source: intent.levelSource,
    grant_id: intent.freeSpin?.grantId ?? null,
    outcome_id: intent.appliedTarget?.targetOutcomeId ?? null,
    reelSet: intent.appliedTarget?.reelSet ?? null,
    seed: Buffer.from(intent.seed).toString('hex'),
    choices: progress.choices,
    deciders: decidersOf(round),
    state: progress.state,
    currency: intent.currency,
    stake: formatAmount(intent.stakeMinor),
    win: formatAmount(progress.winMinor),
    replayed_win: formatAmount(replay.winMinor),
    matches: replay.matches,
    events: replay.outcome.events,
  }
}

function print(found: OwnedRound & { round: Round }, replay: DrawnAgain): void {
  const { events, ...facts } = asRecord(found, replay)
  for (const [name, value] of Object.entries(facts)) {
    printLine(`${name.padEnd(14)}${Array.isArray(value) ? value.join(', ') || '-' : value}`)
  }
  printLine('')
  for (const event of events) printLine(JSON.stringify(event))
  printLine('')
  printLine(replay.matches ? 'The replay gives the recorded win.' : 'THE REPLAY GIVES ANOTHER WIN.')
}
