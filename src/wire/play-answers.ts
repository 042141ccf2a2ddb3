// The platform's play messages as TypeBox schemas, for the AsyncAPI document and for clients that
// check what they receive. Open: an answer may gain fields. They describe the interfaces of
// wire/play.ts and may not differ from them: the last lines do not compile when they do.

import { type Static, Type } from 'typebox'
import { Bet, PLAY_ERROR_CODES, type ServerMessage } from './play.ts'

const Text = (description: string) => Type.String({ description })
const Amount = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]*)\\.[0-9]{2}$', description })
const Digits = Type.String({ pattern: '^[1-9][0-9]*$', description: 'Minor units, digits.' })
const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Uuid = Type.String({ format: 'uuid' })

const SymbolIndex = Count('Index into `game.symbols`.')
const Units = Count('Win in units: base bet / `game.unitsPerBet`. Multipliers are included.')
const Cells = Type.Array(Type.Tuple([Count('Column from 0.'), Count('Row from 0, top is 0.')]), {
  description: '[column, row] pairs.',
})
const Grid = Type.Array(Type.Array(SymbolIndex), {
  description:
    'Columns left to right, each a list of symbols top to bottom; columns may differ in length.',
})

const event = <K extends string, P extends Parameters<typeof Type.Object>[0]>(
  type: K,
  description: string,
  properties: P,
) => Type.Object({ type: Type.Literal(type), ...properties }, { title: type, description })

export const PlayEvent = Type.Union(
  [
    event('reels', 'All reels land.', {
      cause: Type.Union([Type.Literal('spin'), Type.Literal('freeGame')]),
      grid: Grid,
    }),
    event('lineWin', 'A win on one line.', {
      line: Count('Index into `game.lines`.'),
      symbol: SymbolIndex,
      count: Count('Symbols in a row.'),
      multiplier: Count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('waysWin', 'Symbols on neighbouring reels from the left, in any row.', {
      symbol: SymbolIndex,
      count: Count('Reels in a row.'),
      ways: Count('Ways, already in `winUnits`.'),
      multiplier: Count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('clusterWin', 'Cells that touch by their sides.', {
      symbol: SymbolIndex,
      count: Count('Cells.'),
      multiplier: Count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('scatterWin', 'Scatters pay anywhere.', {
      symbol: SymbolIndex,
      count: Count('Scatters on the board.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('anywhereWin', 'A pay-anywhere win, before the multipliers of its cascade.', {
      symbol: SymbolIndex,
      count: Count('Symbols on the board.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('cascade', 'Winning cells vanish, the rest falls; `grid` is the board after it.', {
      removed: Cells,
      grid: Grid,
    }),
    event('multiplierApplied', "Multipliers are added up and applied to the cascade's win.", {
      cells: Cells,
      values: Type.Array(Count('Value of the cell at the same index.')),
      multiplier: Count('Sum of `values`.'),
      winUnits: Units,
    }),
    event('multiplierGrew', 'Wins from here on are multiplied by it.', {
      multiplier: Count('The multiplier now.'),
    }),
    event('chosen', "The player's answer to a choice; what it brings follows.", {
      option: Text('One of the options offered.'),
    }),
    event('specialSymbol', 'In the free games that follow this symbol expands.', {
      symbol: SymbolIndex,
    }),
    event('symbolExpanded', 'The symbol fills columns; `grid` is the board after it.', {
      symbol: SymbolIndex,
      columns: Type.Array(Count('Column from 0.')),
      grid: Grid,
    }),
    event('expandedWin', 'The expanded symbol pays on every line.', {
      symbol: SymbolIndex,
      count: Count('Columns it fills.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('respinsAwarded', 'Hold and win begins: `cells` stay, the others make way for blanks.', {
      count: Count('Respins awarded.'),
      cells: Cells,
      grid: Grid,
    }),
    event('respin', 'One respin; what landed stays too.', {
      left: Count('Respins left after it.'),
      landed: Cells,
      grid: Grid,
    }),
    event('potWon', 'A pot that no cell shows, such as the one for a full board.', {
      pot: Text('Name of the pot.'),
      winUnits: Units,
    }),
    event('cashCollected', 'The cash symbols on the board pay.', {
      cells: Cells,
      values: Type.Array(Units, { description: 'What the cell at the same index pays.' }),
      winUnits: Units,
    }),
    event('freeGamesAwarded', 'Free games begin, or more are added.', {
      count: Count('Free games awarded now.'),
      multiplier: Count('Multiplier of their wins.'),
      retrigger: Type.Boolean(),
      cells: Cells,
    }),
    event('freeGameStarted', 'One free game starts.', {
      number: Count('From 1.'),
      of: Count('Awarded so far.'),
    }),
    event('freeGamesEnded', 'All free games are over.', {
      count: Count('Free games played.'),
      winUnits: Units,
    }),
    event('gambled', 'One gamble step.', {
      option: Text('What the player answered.'),
      card: Text('The card drawn, for example `9-of-hearts`.'),
      won: Type.Boolean(),
      winUnits: Units,
    }),
    event('collected', 'The player took the win.', { winUnits: Units }),
    event('winCapped', "The win reached the game's cap; nothing more is drawn.", {
      winUnits: Units,
    }),
  ],
  { title: 'GameEvent', description: 'What happened, in order. The client replays the list.' },
)

const Options = Type.Array(Type.String(), { description: 'The exact texts that may be answered.' })

export const AwaitedDecision = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('choice'), options: Options },
      { title: 'Answer with `choose`' },
    ),
    Type.Object(
      {
        kind: Type.Literal('gamble'),
        options: Options,
        stepsLeft: Count('Gamble steps left, this one included.'),
      },
      { title: 'Answer with `gamble` or `collect`' },
    ),
  ],
  { title: 'Decision' },
)

const STATUS = {
  pending: 'the wallet has not confirmed the bet yet; a `round` message follows unasked',
  awaiting: 'the player owes a decision, see `awaiting`',
  crediting: 'the result is final, the wallet has not confirmed the win yet',
  settled: 'over, all money moved',
  rejected: 'over, the bet was refused or cancelled',
} as const
const STATUSES = Object.keys(STATUS) as (keyof typeof STATUS)[]

const PlayFreeSpin = Type.Object(
  {
    grantId: Uuid,
    played: Count('Settled rounds of the grant; with `total` of them it is over.'),
    total: Count('Spins granted.'),
    totalWin: Amount('Won by the settled rounds of the grant.'),
  },
  { title: 'FreeSpin', description: 'A grant of free spins as one of its rounds leaves it.' },
)

export const PlayFreeSpins = Type.Object(
  {
    grantId: Uuid,
    bet: Bet,
    stake: Amount('The nominal bet of one spin; the operator pays it.'),
    total: Count('Spins granted.'),
    remaining: Count('Spins not started yet.'),
    totalWin: Amount('Won by the settled rounds of the grant.'),
    expiresAt: Type.Integer({ description: 'Milliseconds since 1970.' }),
  },
  {
    title: 'FreeSpins',
    description:
      "The grant that the player's next spin in this game is of; while there is one, only its " +
      'spins can be played.',
  },
)

const NextFreeSpins = Type.Union([PlayFreeSpins, Type.Null()], {
  description: 'What the next spin is of; null: it is a paid one.',
})

export const PlayRound = Type.Object(
  {
    roundId: Uuid,
    status: Type.Enum(STATUSES, {
      description: STATUSES.map(status => `\`${status}\`: ${STATUS[status]}`).join('; '),
    }),
    gameMode: Text('A mode of `game.modes`.'),
    bet: Bet,
    stake: Amount('What the round costs; of a free spin the nominal bet.'),
    baseStake: Amount('The base bet; differs from `stake` for ante bets and buys.'),
    freeSpin: Type.Union([PlayFreeSpin, Type.Null()], {
      description: 'The grant this round is a spin of, as it stands now; null for a paid round.',
    }),
    events: Type.Array(PlayEvent, { description: 'Empty until the bet is confirmed.' }),
    winUnits: Units,
    win: Amount('The win so far; what is paid once the round is settled.'),
    choices: Type.Array(Type.String(), { description: 'Answers given so far, in order.' }),
    awaiting: Type.Union([AwaitedDecision, Type.Null()]),
  },
  { title: 'Round' },
)

const BetLadderView = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('denomination'),
        denominationsMinor: Type.Array(Digits),
        credits: Type.Array(Type.Integer({ minimum: 1 })),
      },
      { title: 'provider_a: base stake = denomination x credits' },
    ),
    Type.Object(
      {
        kind: Type.Literal('coin'),
        coinsMinor: Type.Array(Digits),
        lines: Type.Integer({ minimum: 1 }),
      },
      { title: 'provider_b: base stake = coin x lines' },
    ),
    Type.Object(
      {
        kind: Type.Literal('level'),
        baseStakeMinor: Digits,
        levels: Type.Array(Type.Integer({ minimum: 1 })),
      },
      { title: 'provider_c: base stake = level x baseStakeMinor' },
    ),
  ],
  { title: 'Bets', description: "The game's bets in the session's currency." },
)

const GameSymbol = Type.Object({
  id: Type.String(),
  role: Type.Enum(['regular', 'wild', 'scatter', 'wildScatter', 'multiplier', 'cash', 'blank']),
  pays: Type.Array(Type.Tuple([Count('Number of symbols.'), Units])),
})

const GameMode = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['base', 'ante', 'buy']),
  priceBets: Text('Price of one round in base bets, decimal text.'),
})

export const PlayGame = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    provider: Type.Enum(['provider_a', 'provider_b', 'provider_c']),
    version: Text('Changes whenever the mathematics does.'),
    layout: Type.Object({ columns: Count('Reels.'), rows: Count('Rows.') }),
    symbols: Type.Array(GameSymbol),
    winsBy: Type.Enum(['lines', 'ways', 'anywhere', 'cluster'], {
      description: 'What makes symbols on the board a win.',
    }),
    lines: Type.Array(Type.Array(Count('Row of the line in this column.'))),
    unitsPerBet: Count('Units in one base bet.'),
    maxWinBets: Count('Cap of one round in base bets.'),
    modes: Type.Array(GameMode),
    mechanics: Type.Array(Type.String(), {
      description: 'What the game offers, for explanations: "cascades", "free-games" …',
    }),
    bets: BetLadderView,
  },
  { title: 'Game' },
)

export const Welcome = Type.Object(
  {
    type: Type.Literal('welcome'),
    requestId: Type.String(),
    mode: Type.Literal('TEST_ONLY'),
    sessionId: Uuid,
    expiresAt: Type.Integer({
      description: 'Milliseconds since 1970, when the session stops starting new rounds.',
    }),
    currency: Type.String(),
    language: Text('Standard language code.'),
    clientLanguage: Text("The client's own code of this game."),
    balance: Amount("The wallet's balance."),
    game: PlayGame,
    round: Type.Union([PlayRound, Type.Null()], {
      description: 'The open round of this game, or null.',
    }),
    freeSpins: NextFreeSpins,
  },
  { title: 'welcome', description: 'Answers `hello` with the exact state.' },
)

export const RoundMessage = Type.Object(
  {
    type: Type.Literal('round'),
    requestId: Type.Optional(Text('Of the command it answers; missing in news nobody asked for.')),
    balance: Type.Union([Amount('The wallet has reported it with this round.'), Type.Null()]),
    round: PlayRound,
    freeSpins: NextFreeSpins,
  },
  { title: 'round', description: 'Answers a command, or is news of a pending round.' },
)

export const ErrorMessage = Type.Object(
  {
    type: Type.Literal('error'),
    requestId: Type.Union([Type.String(), Type.Null()], {
      description: 'Null when the message could not be read that far.',
    }),
    code: Type.Enum([...PLAY_ERROR_CODES]),
    message: Text('For a person; branch on `code`.'),
    retry: Type.Boolean({ description: 'True: repeat the command with the same requestId.' }),
    freeSpins: Type.Optional(NextFreeSpins),
  },
  { title: 'error', description: 'The command was refused.' },
)

export const PlayAnswer = Type.Union([Welcome, RoundMessage, ErrorMessage])

type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same: Same<Fixed<Static<typeof PlayAnswer>>, Fixed<ServerMessage>> = true
void same
