// The texts of a dispute pack, in English.

import type { GameEvent } from '../../games/engine/contract.ts'

export const EN = {
  title: 'Dispute pack of a round',
  roundTitle: 'Round',
  made: 'TEST_ONLY: non-withdrawable units · made {at} for {by}',
  shown: {
    yes: 'The player was shown the result.',
    no: 'The player was never shown the result.',
    unknown: 'The ledger does not know whether the player was shown the result.',
  },
  round: {
    state: 'State',
    project: 'Project',
    player: 'Player',
    game: 'Game',
    gameOf: '{name} ({id}), version {version}, mode {mode}',
    level: 'Level',
    natural: 'none: natural mathematics',
    number: 'Number of the player’s rounds',
    request: 'Request',
    session: 'Session',
    bet: 'Bet as it was given',
    freeSpins: 'Free spins',
    target: 'Target outcome',
    choices: 'Choices',
    bySpin: 'by the platform with the spin',
    byDeadline: 'by the platform, after the deadline',
    noChoices: 'none',
    cancelled: 'Cancelled because',
    refused: 'Refused with',
  },
  money: {
    title: 'Money',
    unknown: 'not known',
    stake: 'Stake',
    base: 'Base bet',
    debited: 'Debited',
    win: 'Win as drawn',
    before: 'Balance before the bet',
    afterBet: 'Balance after the bet',
    after: 'Balance after the round',
  },
  operations: {
    title: 'Wallet operations',
    head: ['operation', 'transaction', 'amount', 'status', 'planned', 'confirmed', 'unclear calls'],
  },
  calls: {
    title: 'Wallet calls',
    note: 'Every call that failed and a sample of the others, for as long as they are kept. Keys are left out.',
    head: ['time', 'method', 'attempt', 'answer', 'HTTP', 'took', 'request', 'answered'],
  },
  times: {
    title: 'Times',
    note: 'UTC.',
    orderOnly: '(order only)',
    head: ['time', 'what', 'how', 'took'],
  },
  seed: {
    title: 'Seed',
    leftOut: 'Left out: the player still has a choice, and the seed shows what each leads to.',
    note: 'Everything that the round drew is expanded from 32 bytes, which were made before the bet and stored with it.',
    again: 'To draw the round again from its record and compare the win:',
  },
  notDrawn: {
    noGame: 'The game {game} is not here any more.',
    otherVersion: 'The round was drawn by {game} {recorded}; here is {here}.',
  },
  mathematics: {
    title: 'Mathematics',
    game: 'Game and version',
    mode: 'Mode and level',
    target: 'reel set {reelSet} (target outcome)',
    natural: 'natural',
    level: 'level {level} %',
    rtp: 'Theoretical return of that',
    hits: 'Hit frequency of that',
    most: 'Most that a round wins',
    bets: '{n} base bets',
    par: 'PAR sheet',
    noPar: 'not on this node: docs/par',
    parHash: 'SHA-256 of the PAR sheet',
  },
  replay: {
    title: 'Replay',
    matches: 'Drawn again, the round wins what is recorded',
    differs: 'DRAWN AGAIN, THE ROUND WINS SOMETHING ELSE',
    awaits: 'It waits for the player: {options}.',
  },
  audit: {
    title: 'Audit log',
    none: 'No one acted on this round.',
    head: ['record', 'time', 'action', 'by', 'before → after'],
  },
  record: {
    title: 'Record',
    hash: 'SHA-256 of the line below, as UTF-8 without a line end:',
  },
}

const REELS = {
  spin: 'The reels land.',
  freeGame: 'The reels of a free game land.',
  respin: 'A respin: the free reel lands.',
}

interface Words {
  money(units: number): string
  name(symbol: number): string
}

export function describeInEnglish({ money, name }: Words, event: GameEvent): string {
  const times = (multiplier: number) => (multiplier > 1 ? `, times ${multiplier}` : '')
  switch (event.type) {
    case 'reels':
      return REELS[event.cause]
    case 'lineWin':
      return `Line ${event.line + 1}: ${event.count} ${name(event.symbol)}${times(event.multiplier)} win ${money(event.winUnits)}.`
    case 'waysWin':
      return `${event.ways} ways: ${event.count} reels of ${name(event.symbol)}${times(event.multiplier)} win ${money(event.winUnits)}.`
    case 'clusterWin':
      return `A cluster of ${event.count} ${name(event.symbol)}${times(event.multiplier)} wins ${money(event.winUnits)}.`
    case 'scatterWin':
    case 'anywhereWin':
      return `${event.count} ${name(event.symbol)} anywhere win ${money(event.winUnits)}.`
    case 'cascade':
      return `${event.removed.length} symbols vanish, others fall.`
    case 'multiplierApplied':
      return `Multipliers ${event.values.join(' + ')} = ${event.multiplier} make the win ${money(event.winUnits)}.`
    case 'multiplierGrew':
      return `The multiplier grows to ${event.multiplier}.`
    case 'chosen':
      return `The player chose "${event.option}".`
    case 'specialSymbol':
      return `${name(event.symbol)} expands in the free games that follow.`
    case 'symbolExpanded':
      return `${name(event.symbol)} fills ${event.columns.length} columns.`
    case 'expandedWin':
      return `${event.count} columns of ${name(event.symbol)} win ${money(event.winUnits)} on every line together.`
    case 'respinsAwarded':
      return `Hold and win: ${event.count} respins.`
    case 'respin':
      return `A respin: ${event.landed.length} land, ${event.left} respins left.`
    case 'reelsHeld':
      return `${event.columns.length} reels are full of ${name(event.symbol)} and stay; the other one spins until a win${times(event.multiplier)}.`
    case 'respinsEnded':
      return `${event.count} respins won ${money(event.winUnits)} together.`
    case 'potWon':
      return `The pot "${event.pot}" wins ${money(event.winUnits)}.`
    case 'cashCollected':
      return `The cash symbols pay ${money(event.winUnits)}.`
    case 'freeGamesAwarded':
      return `${event.count} ${event.retrigger ? 'more ' : ''}free games${times(event.multiplier)}.`
    case 'freeGameStarted':
      return `Free game ${event.number} of ${event.of}.`
    case 'freeGamesEnded':
      return `${event.count} free games won ${money(event.winUnits)} together.`
    case 'gambled':
      return `Gamble: the player said "${event.option}", the card was ${event.card.replaceAll('-', ' ')}: ${event.won ? 'won' : 'lost'}. The win is ${money(event.winUnits)}.`
    case 'collected':
      return `The win of ${money(event.winUnits)} is taken.`
    case 'winCapped':
      return `The win reaches the cap of the game: ${money(event.winUnits)}.`
  }
}
