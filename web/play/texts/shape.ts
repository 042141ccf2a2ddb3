// Owns the keys of all texts in the client; each language is a file beside this one.

import type { PlayErrorCode } from '../../../src/wire/play-errors.ts'

export interface Texts {
  testUnits: string
  testNotice: string
  balance: string
  win: string
  stake: string
  spin: string
  skip: string
  turbo: string
  close: string
  cancel: string
  reload: string
  less: string
  more: string
  denomination: string
  credits: string
  coin: string
  level: string
  /** What a level multiplies. */
  baseStake: string
  lines: string
  ante: string
  anteNote: string
  anteStacksNote: string
  buy: string
  buyAsk: string
  buyYes: string
  modeBase: string
  connecting: string
  reconnecting: string
  offline: string
  silent: string
  spinWaitsLine: string
  spinWaitsWallet: string
  spinPaused: string
  waitsLine: string
  waitsOffline: string
  waitsWallet: string
  waitsPaused: string
  waitingForBet: string
  waitingForWin: string
  /** `{win}` is what was paid. */
  collectedForYou: string
  /** `{win}` is what was paid. */
  chosenForYou: string
  refused: string
  noToken: string
  lobby: string
  /** The casino's page has paused new rounds. */
  held: string
  /** The same session is open on other pages, too. */
  elsewhere: string
  freeSpin: string
  freeSpins: string
  freeSpinsGift: string
  freeSpinsPaid: string
  freeSpinsBet: string
  freeSpinsLeft: string
  freeSpinsLocked: string
  freeSpinsEnded: string
  freeSpinsEarly: string
  freeSpinsStart: string
  spinsLeft: string
  spinsPlayed: string
  wonSoFar: string
  validUntil: string
  goOn: string
  freeGames: string
  freeGamesWon: string
  freeGamesMore: string
  freeGamesTimes: string
  freeGamesEnded: string
  specialSymbol: string
  tapToStart: string
  gamesLeft: string
  respinsLabel: string
  respinsEnded: string
  /** Above the reels of a tall screen: how the free games start. */
  scattersStart: string
  waysNow: string
  allWins: string
  respins: string
  respinsLeft: string
  totalWin: string
  bigWin: string
  megaWin: string
  epicWin: string
  waysCaption: string
  clusterCaption: string
  maxWinReached: string
  gamble: string
  gambleAsk: string
  gambleSteps: string
  gambleWon: string
  gambleLost: string
  red: string
  black: string
  hearts: string
  diamonds: string
  clubs: string
  spades: string
  sound: string
  /** After the word for sound and a colon. */
  soundOn: string
  soundOff: string
  soundMutedByCasino: string
  volume: string
  music: string
  collect: string
  choose: string
  chooseFreeGames: string
  freeGamesOption: string
  maxBet: string
  chooseBet: string
  collectAndSpin: string
  fullScreen: string
  leaveFullScreen: string
  autoplay: string
  autoplayRounds: string
  autoplayLossLimit: string
  autoplayWinLimit: string
  autoplayStopFeature: string
  autoplayStart: string
  autoplayStop: string
  autoplayLoss: string
  autoplayWin: string
  autoplayFeature: string
  noLimit: string
  paytable: string
  symbols: string
  paysAnywhere: string
  paysOnLines: string
  paysByWays: string
  paysByClusters: string
  wild: string
  scatter: string
  wildScatter: string
  cash: string
  multiplier: string
  cashWorth: string
  features: string
  modes: string
  price: string
  maxWin: string
  maxWinNote: string
  boardFallback: string
  /**
   * Explanations of mechanics by the catalogue's names; a mechanic without a text is not explained.
   */
  mechanics: Readonly<Partial<Record<string, string>>>
  errors: Readonly<Record<PlayErrorCode, string>>
}
