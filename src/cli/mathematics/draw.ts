// `reelhouse draw`: plays one round of a game from a seed and prints its events. The same seed, mode,
// reel set and choices give the same round for ever; touches no store and no one's round.

import { randomBytes } from 'node:crypto'
import { type PlayRequest, SEED_BYTES } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import { printJson, printLine, readArguments, refuseUse } from '../command-line.ts'
import { readGame, readSeed, readSet } from './options.ts'

const HELP = `
reelhouse draw <game> [options]

Plays one round from its seed and prints the events a game client would show.

  --seed S         64 hex digits or a short text (default: a fresh one, printed)
  --mode M         base (default), ante, buy: a mode of the game
  --level L        natural (default), low or high: a reel set; or a level from 60 to 100 (percent)
  --choices A,B    the player's answers, in order
  --json           one line: {"game":…,"seed":…,"win_units":…,"events":[…]}
  --help           this text
`

const OPTIONS = {
  seed: { type: 'string' },
  mode: { type: 'string' },
  level: { type: 'string' },
  choices: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values, positionals } = parsed
  const game = readGame(positionals[0])
  if (!game.ok) return game.exitCode
  const seed = readSeed(values.seed ?? randomBytes(SEED_BYTES).toString('hex'))
  if (!seed.ok) return seed.exitCode
  const level = values.level ?? 'natural'
  const set = readSet(level)
  if (!set.ok) return set.exitCode
  const round = {
    mode: values.mode ?? 'base',
    seed: seed.value,
    choices: values.choices === undefined ? [] : values.choices.split(','),
    ...(typeof set.value === 'string'
      ? { levelBps: null, reelSet: set.value }
      : { levelBps: set.value.levelBps }),
  }
  try {
    print(game.value, level, round, values.json === true)
  } catch (error) {
    if (error instanceof RangeError) return refuseUse(`${capital(error.message)}.`).exitCode
    throw error
  }
  return 0
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

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
