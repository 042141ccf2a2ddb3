// Owns the texts of the rules and of the history in English. It must never hold markup or a figure.

export const en = {
  loading: 'Loading the figures…',
  notLoaded: 'The figures could not be loaded.',
  again: 'Try again',
  returns: 'Theoretical RTP',
  rtp: 'RTP',
  hits: 'Hit frequency',
  volatility: 'Volatility',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  veryHigh: 'Very high',
  mode: 'Game mode',
  rtpNote:
    'The theoretical RTP (return to player) is the share of all bets paid back over a very large number of rounds. A single session can end far above or below it.',
  levelNatural: 'These are the game’s original figures.',
  levelProvider: 'Your casino has set the RTP of this game to {percent} for all players.',
  levelPersonal:
    'Your casino sets the RTP for each player. Yours is {percent} now. It may change between rounds; each round is played at the RTP fixed before its bet.',
  margin: 'Found by simulation; the true value is within ± {margin} (95% confidence).',
  version: 'Math version',
  asOf: 'As of',
  wins: 'Wins',
  ways: 'Ways to win',
  cascadeSteps: 'Multiplier for the first win and after each cascade',
  boardMultipliers: 'Multipliers that can land',
  scatters: 'Scatters',
  eachMore: 'Each additional scatter',
  retrigger: 'During free games',
  mostGames: 'Max free games per round',
  winsTimes: 'All wins during free games',
  growth: 'Each cascade adds to the multiplier',
  special: 'Special symbol',
  chance: 'Chance',
  holdAndWin: 'Hold and win',
  cashToStart: 'Cash symbols to start it',
  respins: 'Respins, reset when cash lands',
  pot: 'Pot',
  pays: 'Pays',
  fullBoard: 'Full board of {count} cash symbols, plus all cash on it',
  guesses: 'Guesses in a row',
  guessColor: 'Correct colour',
  guessSuit: 'Correct suit',
  bought: 'A bought feature starts with',
  capEnds:
    'The max win of a round is {count} × bet: {amount} at the current bet. A round that reaches it ends at once; remaining games are not played.',
  general: 'Good to know',
  malfunction: 'Malfunction voids all pays and plays.',
  random:
    'A random number generator on the server decides every round at its start. Nothing you press changes the result, except a choice or a guess that is offered.',
  interruption:
    'If the connection is lost or the page is closed, the round is completed on the server. Its win is credited, and the result is shown when you return.',
  decisionWaits:
    'A round that waits for your choice or guess has no time limit: it waits until you open the game again.',
  /** For a game with a gamble; `{minutes}`. */
  decisionDeadline:
    'You have {minutes} minutes for each choice or guess. After that the game decides for you: a win is collected.',
  /** For a game with a choice; `{minutes}`, `{option}`. */
  choiceDeadline:
    'You have {minutes} minutes for each choice. After that the game chooses for you: {option}.',
  cancelled:
    'A bet that your casino does not confirm is cancelled. The round then does not count, and any charge is refunded.',
  history: 'My rounds',
  historyNote: 'Your last {count} rounds, in all games. Times are in your device’s time zone.',
  allRounds: 'All',
  thisGame: 'This game',
  empty: 'No rounds yet.',
  more: 'Show more',
  stateSettled: 'settled',
  stateOpen: 'unfinished',
  stateRefunding: 'cancelled, bet being refunded',
  stateRefunded: 'cancelled, bet refunded',
  stateRefused: 'not played, not charged',
  stateHeld: 'under review by your casino',
  decidedForYou: 'decided for you after the deadline',
  watch: 'Watch again',
  watchThere: 'Open {game} to watch it again.',
  copyId: 'Copy round id',
  copied: 'Copied',
  copyByHand: 'Copy it from here',
  replay: 'Replay',
  replayNote: 'A recording: nothing is bet or won.',
  replayEnd: 'Back to the game',
  replayFailed: 'This round cannot be shown right now.',
}

/** Each language has a text for every key. */
export type InfoTexts = Readonly<typeof en>
