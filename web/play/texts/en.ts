// Owns the client's texts in English. It must never hold markup or an amount.

import type { PlayErrorCode } from '../../../src/wire/play-answers.ts'

export const en = {
  testUnits: 'test units — no real money',
  testNotice:
    'TEST_ONLY: this game is played with test units. They cannot be bought, withdrawn or exchanged for anything.',
  balance: 'Balance',
  topUp: 'Top up',
  fromCasino: 'Message from your casino',
  win: 'Win',
  stake: 'Bet',
  spin: 'Spin',
  skip: 'Skip',
  turbo: 'Turbo',
  close: 'Close',
  cancel: 'Cancel',
  reload: 'Reload',
  less: 'Less: {term}',
  more: 'More: {term}',
  denomination: 'Denomination',
  credits: 'Credits',
  coin: 'Coin',
  level: 'Bet level',
  /** What a level multiplies. */
  baseStake: 'Base stake',
  lines: '{count, plural, one {# line} other {# lines}}',
  ante: 'Ante bet',
  anteNote: 'Higher feature chance, {price} × bet',
  anteStacksNote: 'Longer wild stacks, {price} × bet',
  buy: 'Buy feature',
  buyAsk: 'Start the feature now for {price}?',
  buyYes: 'Hold to buy for {price}',
  modeBase: 'Base game',
  connecting: 'Connecting…',
  reconnecting: 'Connection lost. Reconnecting…',
  offline: 'You are offline. The game continues when you are back online.',
  silent: 'The server is not responding. Please wait…',
  roundSafe: 'Your round is safe.',
  spinWaitsLine: 'Waiting for the connection',
  spinWaitsWallet: 'Waiting for the casino to confirm the bet',
  spinPaused: 'Paused by the casino. Press to try again.',
  waitsLine: 'Connecting',
  waitsOffline: 'Offline',
  waitsWallet: 'Waiting for the casino',
  waitsPaused: 'Paused',
  waitingForBet: 'Waiting for your bet to be confirmed…',
  waitingForWin: 'Your win is being credited…',
  /** `{win}` is what was paid. */
  collectedForYou: 'Time ran out: your win of {win} was collected.',
  /** `{win}` is what was paid. */
  chosenForYou: 'Time ran out: the game chose for you. Win: {win}',
  refused: 'The bet was not accepted and the round was not played. Any charge is refunded.',
  /** The same command is being repeated. */
  retrying: 'Something went wrong. Trying again…',
  noToken: 'This page needs a launch link. Please open the game from the lobby.',
  lobby: 'Back to the lobby',
  /** The casino's page has paused new rounds. */
  held: 'Your casino has paused the game.',
  /** The same session is open on other pages, too. */
  elsewhere: 'The game is also open on another page.',
  freeSpin: 'Free spin',
  freeSpins: 'Free spins',
  freeSpinsGift: 'A gift from your casino',
  freeSpinsPaid: 'Your casino pays every spin. All wins are yours.',
  freeSpinsBet: 'Bet per spin',
  freeSpinsLeft: 'Free spins left: {count}',
  freeSpinsLocked: 'The bet is fixed. Your own bet and extras return afterwards.',
  freeSpinsEnded: 'Free spins complete',
  freeSpinsEarly: 'They expired or were withdrawn. You keep your wins.',
  freeSpinsStart: 'Start',
  spinsLeft: 'Spins left',
  spinsPlayed: 'Spins played: {played} of {total}',
  wonSoFar: 'Won so far',
  validUntil: 'Valid until {time}',
  continue: 'Continue',
  freeGames: 'Free games',
  freeGamesMore: '+{count, plural, one {# free game} other {# free games}}!',
  freeGamesTimes: 'All wins × {multiplier}',
  freeGamesEnded: 'Free games complete',
  specialSymbol: 'Special symbol',
  tapToStart: 'Tap to start',
  gamesLeft: 'Games left',
  respinsLabel: 'Respins',
  respinsEnded: 'Respins complete',
  /** Above the reels of a tall screen: how the free games start. */
  scattersStart: '{count} or more scatters start free games.',
  waysNow: '{count, plural, one {# way} other {# ways}}',
  allWins: 'All wins',
  respins: 'Hold and win!',
  respinsLeft: 'Respins left: {count}',
  /** What started the respins and what starts them again; `{coins}` are held. */
  respinsRule:
    '{coins, plural, one {# coin starts} other {# coins start}} {count, plural, one {# respin} other {# respins}}. Every new coin starts them again.',
  respinsReset: 'A new coin: respins start again',
  fullBoard: 'Full board!',
  totalWin: 'Total win',
  bigWin: 'Big win',
  megaWin: 'Mega win',
  epicWin: 'Epic win',
  waysCaption: '{count} × {ways, plural, one {# way} other {# ways}}',
  clusterCaption: 'Cluster of {count}',
  maxWinReached: 'Max win!',
  gamble: 'Gamble',
  gambleAsk: 'Guess the card and win more',
  gambleSteps: 'Gambles left: {count}',
  gambleWon: 'You won!',
  gambleLost: 'Not this time',
  red: 'Red',
  black: 'Black',
  hearts: 'Hearts',
  diamonds: 'Diamonds',
  clubs: 'Clubs',
  spades: 'Spades',
  sound: 'Sound',
  /** After the word for sound and a colon. */
  soundOn: 'on',
  soundOff: 'off',
  soundMutedByCasino: 'The casino has muted the sound.',
  volume: 'Volume',
  music: 'Music',
  collect: 'Collect',
  choose: 'Choose',
  chooseFreeGames: 'Choose your free games',
  freeGamesOption:
    '{count, plural, one {# free game} other {# free games}}, all wins ×{multiplier}',
  maxBet: 'Max bet',
  chooseBet: 'Choose your bet',
  collectAndSpin: 'Collect and spin',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  autoplay: 'Autoplay',
  autoplayRounds: 'Number of rounds',
  autoplayLossLimit: 'Loss limit',
  autoplayWinLimit: 'Single win limit',
  autoplayStopFeature: 'Stop on feature',
  autoplayStart: 'Start autoplay',
  autoplayStop: 'Stop autoplay',
  autoplayLoss: 'Autoplay stopped: loss limit reached.',
  autoplayWin: 'Autoplay stopped: single win limit reached.',
  autoplayFeature: 'Autoplay stopped: a feature was played.',
  autoplayLost: 'Autoplay stopped: the connection was lost.',
  noLimit: 'No limit',
  paytable: 'Paytable',
  symbols: 'Symbol pays at the current bet',
  paysAnywhere: 'Pays anywhere: only the number of matching symbols counts.',
  paysOnLines:
    'Wins pay from the leftmost reel along {count} lines. Only the highest win per line pays.',
  paysByWays:
    'Matching symbols on adjacent reels from the left win, in any row. Pays are per way and are multiplied by the number of ways.',
  paysByClusters:
    'Cluster pays: {count} or more matching symbols, adjacent horizontally or vertically.',
  wild: 'Wild: substitutes for regular symbols',
  scatter: 'Scatter: counts anywhere',
  wildScatter: 'Wild and scatter: substitutes for all symbols and counts anywhere',
  cash: 'Cash: pays its value in the respins',
  multiplier: 'Multiplier',
  cashWorth: '{count} × bet',
  features: 'Features',
  modes: 'Game modes',
  price: 'Price: {price}',
  maxWin: 'Max win',
  boardFallback: 'Symbols on the board',
  /**
   * Explanations of mechanics by the catalogue's names; a mechanic without a text is not explained.
   */
  mechanics: {
    cascades:
      'Winning symbols disappear, the others fall and new ones drop in, as long as there are wins.',
    multipliers:
      'Multipliers on the board at the end of the cascades are added up and multiply their win.',
    'growing-multiplier':
      'Each cascade raises the multiplier of the next wins, up to a limit. It resets with the next spin.',
    'variable-ways':
      'The number of symbols on each reel changes with every spin, and so does the number of ways.',
    'stacked-wilds': 'Wilds come in stacks and may fill whole reels.',
    'free-games': 'Enough scatters start free games.',
    choice:
      'You choose: many games with a small multiplier or few with a large one. In the long run all choices return the same.',
    retrigger: 'Scatters during free games award more of them.',
    'unlimited-multiplier':
      'During free games each cascade raises the multiplier. It has no limit and lasts until they end.',
    'wild-multiplier':
      'During free games every wild that lands raises the multiplier by one. It has no limit and lasts until they end.',
    'expanding-symbol':
      'One symbol is drawn for the free games. If it lands on enough reels, it fills them and pays on all lines, even on non-adjacent reels.',
    'held-reels':
      'Two reels full of one symbol hold, and the third spins until there is a win. That win is multiplied.',
    'hold-and-win':
      'Enough cash starts the respins: cash is held, the other positions spin again. Whenever cash lands, the respins reset. At the end all cash pays.',
    pots: 'Pots are fixed prizes. A full board also wins the largest one.',
    gamble: 'After a win you may risk it on the colour or the suit of a card.',
  } as Readonly<Partial<Record<string, string>>>,
  errors: {
    INVALID_REQUEST: 'Something went wrong. Please reload the page.',
    UNAUTHORIZED: 'This launch link is no longer valid. Please open the game from the lobby again.',
    SESSION_REPLACED: 'The game is open elsewhere. Continue there, or open it again.',
    SESSION_EXPIRED:
      'Your session has ended. Please open the game from the lobby again; an unfinished round is kept.',
    BUSY: 'The server is busy. Trying again…',
    ROUND_OPEN: 'Another round of this game is still open. Here it is.',
    ROUND_NOT_FOUND: 'This round is already over. Please reload the page.',
    NOT_AWAITING: 'This round is no longer waiting for an answer. Please reload the page.',
    INVALID_OPTION: 'That choice is not available. Please choose again.',
    INVALID_BET: 'This bet is no longer available. Please choose another bet.',
    INVALID_MODE: 'This game mode is not available. Please use the base game.',
    PROJECT_BET_LIMIT: 'This bet is outside your limits. Please choose another bet.',
    FREE_SPINS_ACTIVE: 'Free spins from your casino come first in this game. Play them now.',
    FREE_SPINS_OVER:
      'These free spins have ended: used up, expired or withdrawn. You keep your wins.',
    GAME_MODE_DISABLED: 'This game mode is disabled. Please use the base game.',
    PROJECT_GAME_DISABLED:
      'This game is currently unavailable. Please choose another in the lobby.',
    GAME_PAUSED:
      'This game is paused right now. Your balance and your free spins stay as they are. Please try again later.',
    CURRENCY_REQUIRED:
      'This game cannot be played in your currency. Please open it from the lobby again.',
    INSUFFICIENT_FUNDS: 'Your balance is too low for this bet. Please choose a smaller one.',
    PLAYER_BLOCKED:
      'Your casino does not let you play right now. You were not charged. Please contact its support.',
    LIMIT_REACHED:
      'You have reached a limit at your casino. No round was started, and you were not charged.',
    SESSION_CLOSED:
      'Your casino has closed your session. You were not charged. Please open the game from the lobby again.',
    BET_NOT_ALLOWED:
      'Your casino does not allow this bet. You were not charged. Please choose another bet.',
    SPIN_TOO_SOON: 'Please wait a moment before the next spin.',
    RECONCILIATION_REQUIRED:
      'This round could not be completed. Your casino is reviewing it. You can keep playing.',
    BET_REFUSED: 'Your casino did not accept the bet. Any charge is refunded. Please try again.',
    WALLET_BUSY: 'Your casino is responding slowly. Trying again…',
    BALANCE_UNAVAILABLE: 'Your balance is unavailable right now. Please try again in a moment.',
    BALANCE_TOO_SOON: 'Your balance was just updated. One moment…',
    SHUTTING_DOWN: 'The server is restarting. One moment…',
    REQUEST_FAILED: 'Something went wrong. Please try again.',
  } satisfies Readonly<Record<PlayErrorCode, string>>,
}

/** Each language has a text for every key. */
export type Texts = Readonly<typeof en>
