// Owns the lobby's texts in English. Plain strings; it must never hold markup or an amount.

export const en = {
  testUnits: 'test units — no real money',
  title: 'Choose a game',
  currency: 'Currency',
  language: 'Language',
  play: 'Play',
  otherLanguage: 'Not in this language',
  footer:
    'Reelhouse demo lobby. Games are played with test units that cannot be bought, withdrawn or exchanged.',
  search: 'Search',
  provider: 'Provider',
  order: 'Order',
  /** No filter, for providers and categories. */
  any: 'All',
  orders: {
    recent: 'Last played',
    name: 'Name',
    rtp: 'RTP',
    volatility: 'Volatility',
    maxWin: 'Max win',
  },
  categories: 'Categories',
  favourites: 'Favourites',
  /** `{game}` is replaced. */
  favourite: 'Favourite: {game}',
  today: 'Game of the day',
  responsibleTitle: 'Play for fun',
  responsible:
    'Games are made to amuse, not to earn: over many rounds every game keeps a part of the bets. Decide beforehand how long you will play, take breaks, and stop when it is no longer fun.',
  noGames: 'No games found. Try other words or fewer filters.',
  showAll: 'Show all games',
  guest: 'Guest',
  /** Before a percentage. */
  rtp: 'RTP',
  volatility: 'Volatility',
  volatilities: {
    low: 'Low',
    medium: 'Medium',
    high: 'High',
    'very-high': 'Very high',
  },
  /** `{bets}` is replaced. */
  maxWin: 'Max win {bets}×',
  lastPlayed: 'Last played',
  /** By the catalogue's names; a mechanic without a text is shown by its name. */
  mechanics: {
    lines: 'Lines',
    ways: 'Ways',
    wilds: 'Wilds',
    'free-games': 'Free games',
    retrigger: 'Retriggers',
    gamble: 'Gamble',
    'pay-anywhere': 'Pays anywhere',
    cascades: 'Cascades',
    multipliers: 'Multipliers',
    'ante-bet': 'Ante bet',
    'feature-buy': 'Feature buy',
    'hold-and-win': 'Hold and win',
    cluster: 'Cluster pays',
    choice: 'Bonus choice',
    respins: 'Respins',
    pots: 'Fixed pots',
    'expanding-symbol': 'Expanding symbol',
    'stacked-wilds': 'Stacked wilds',
    'growing-multiplier': 'Growing multiplier',
    'variable-ways': 'Variable ways',
    'unlimited-multiplier': 'Unlimited multiplier',
  } as Readonly<Record<string, string>>,
  /** By the operator API's codes; REQUEST_FAILED covers every other. */
  errors: {
    UNREACHABLE: 'The lobby cannot be reached. Please check your connection and try again.',
    BALANCE_UNAVAILABLE: 'Your balance is unavailable right now. Please try again in a moment.',
    ROUND_IN_PROGRESS:
      'You have an unfinished round of this game in another currency. Choose that currency to finish it.',
    UNSUPPORTED_GAME: 'This game is no longer available. Please choose another.',
    UNSUPPORTED_LANGUAGE: 'This game is not available in this language. Please choose another.',
    RATE_LIMITED: 'Too many launches at once. Please wait a minute and try again.',
    PROJECT_GAME_DISABLED: 'This game is currently unavailable. Please choose another.',
    REQUEST_FAILED: 'The game could not be opened. Please try again.',
  } as Readonly<Record<string, string>>,
}

/** Each language has a text for every key. */
export type LobbyTexts = Readonly<typeof en>
