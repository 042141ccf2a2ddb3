// `reelhouse draw`: plays one round of a game from a seed and prints its events. The same seed,
// mode, reel set and choices give the same round for ever; touches no store and no player's round.

import { randomBytes } from 'node:crypto'
import { type PlayRequest, SEED_BYTES } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import { createCommand, defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { GAME_IDS, readGame, readSeed, readSet, SEED_HELP, SET_HELP } from './options.ts'

export const command = defineCommand(
  createCommand(
    'reelhouse draw',
    'Plays one round from its seed and prints the events a game client would show.',
  )
    .argument('<game>', GAME_IDS, readGame)
    .option('--seed <seed>', `${SEED_HELP} (default: a fresh one, printed)`, readSeed)
    .option('--mode <mode>', 'a mode of the game: base, ante, buy', 'base')
    .option('--level <level>', `${SET_HELP} (default: natural)`, readLevel)
    .option('--choices <list>', "the player's answers in order, with commas between them")
    .option('--json', 'one line: {"game":…,"seed":…,"win_units":…,"events":[…]}'),
  async (game, options) => {
    const { level = readLevel('natural'), mode } = options
    const round = {
      mode,
      seed: options.seed?.seed ?? randomBytes(SEED_BYTES),
      choices: options.choices === undefined ? [] : options.choices.split(','),
      ...level.drawn,
    }
    try {
      print(game, level.text, round, options.json === true)
    } catch (error) {
      if (error instanceof RangeError) refuseUse(error.message)
      throw error
    }
    return 0
  },
)

function readLevel(text: string) {
  const set = readSet(text)
  const drawn =
    typeof set === 'string' ? { levelBps: null, reelSet: set } : { levelBps: set.levelBps }
  return { text, drawn }
}

function print(game: Game, level: string, round: PlayRequest, json: boolean): void {
  const { events, winUnits, awaiting } = game.play(round)
  const facts = {
    game: game.id,
    version: game.version,
    mode: round.mode,
    level,
    seed: Buffer.from(round.seed).toString('hex'),
    choices: round.choices,
    win_units: winUnits,
    win_bets: winUnits / game.unitsPerBet,
    awaiting,
  }
  if (json) {
    printJson({ ...facts, events })
    return
  }
  for (const event of events) printLine(JSON.stringify(event))
  printLine('')
  for (const [name, value] of Object.entries(facts)) {
    printLine(`${name.padEnd(11)}${typeof value === 'string' ? value : JSON.stringify(value)}`)
  }
}
