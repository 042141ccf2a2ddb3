// Who may import whom: one line a room. A room not named in a line is closed to it; `types` may be
// imported as types only. docs and README draw the same picture.

const ROOMS = {
  core: { may: ['core'] },
  games: { may: ['games', 'core'] },
  mathematics: { may: ['mathematics', 'games', 'core', 'environment', 'limits'] },
  round: {
    may: ['round', 'core', 'limits'],
    types: ['games/engine/contract', 'redis', 'ledger', 'wallet', 'wire', 'player'],
  },
  player: {
    may: ['player', 'round', 'core', 'games', 'wire', 'limits'],
    types: ['redis', 'ledger', 'wallet'],
  },
  lanes: { may: ['lanes', 'player', 'round', 'core', 'wire', 'limits'] },
  wire: {
    may: ['wire', 'core', 'games/engine/schemas', 'limits'],
    types: ['games/engine/contract'],
  },
  redis: { may: ['redis', 'core', 'wire', 'environment', 'limits'] },
  ledger: { may: ['ledger', 'core', 'round', 'wire', 'environment', 'limits'] },
  wallet: { may: ['wallet', 'core', 'round', 'wire', 'limits'] },
  'wallet-kit': { may: ['wallet-kit', 'core', 'wire', 'sdk', 'wallet', 'limits'] },
  recovery: {
    may: ['recovery', 'core', 'round', 'ledger', 'redis', 'wallet', 'wire', 'limits'],
    types: ['lanes', 'operator'],
  },
  operator: {
    may: ['operator', 'core', 'games', 'round', 'wire', 'limits', 'redis', 'ledger', 'wallet'],
    types: ['mathematics'],
  },
  /** What the owner does for an operator's player is done by the operator's own rules. */
  admin: {
    may: [
      'admin',
      'operator',
      'core',
      'games',
      'round',
      'wire',
      'limits',
      'redis',
      'ledger',
      'wallet',
      // The checks of an operator's wallet.
      'wallet-kit',
      // The messages of a player's round, for its replay.
      'player/views',
      // Built pages, their compressed copies and the headers of every answer.
      'edge/asset',
      'edge/http',
      'edge/pages',
    ],
    types: ['mathematics'],
  },
  edge: {
    may: ['edge', 'wire', 'limits'],
    types: ['operator', 'player', 'lanes', 'lobby'],
  },
  /** An operator takes the folder as it is: it needs nothing of the platform. */
  sdk: { may: ['sdk'] },
  examples: { may: ['examples', 'sdk'] },
  lobby: { may: ['lobby', 'sdk', 'core', 'games', 'wire', 'limits'] },
  embedded: { may: ['embedded', 'environment', 'limits'] },
  web: {
    may: [
      'web',
      'wire',
      'core/money',
      'core/player-notes',
      'core/language',
      'core/reason',
      'core/settings-schema',
      'core/time',
      'core/wallet-operation',
      'core/visible-text',
    ],
    types: ['games/engine/contract', 'admin'],
  },
}

/** Nodes, commands, threads and harnesses put the rooms together; nothing is built on them. */
const ENTRIES = '^(src/server/|src/cli/|workers/|scripts/)'
const IO = '^(node:)?(fs|http|https|http2|dns|tls|child_process|worker_threads|cluster|timers)(/|$)'

/** A room is a folder of src/, or web/; a single file of a room is named without its ending. */
function places(names) {
  return `^(src/)?(${names.join('|')})(/|\\.ts$)`
}

function wall(room, { may, types = [] }) {
  const from = { path: `^(src/)?${room}/` }
  const rules = [
    {
      name: `${room}-walls`,
      comment: `${room} may import ${[...may, ...types.map(name => `${name} (types)`)].join(', ')}`,
      severity: 'error',
      from,
      to: {
        path: '^(src|workers|web|bench|examples|test|scripts)/',
        pathNot: places([...may, ...types]),
      },
    },
  ]
  if (types.length > 0) {
    rules.push({
      name: `${room}-types-only`,
      comment: `${room} gets ${types.join(', ')} as arguments and imports their types only`,
      severity: 'error',
      from,
      to: { path: places(types), pathNot: places(may), dependencyTypesNot: ['type-only'] },
    })
  }
  return rules
}

module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).flatMap(([room, walls]) => wall(room, walls)),
    {
      name: 'entries-are-ends',
      comment: 'nobody imports nodes, commands, threads and harnesses, except tests and each other',
      severity: 'error',
      from: { pathNot: '^(src/server/|src/cli/|workers/|scripts/|test/|bench/)' },
      to: { path: ENTRIES },
    },
    {
      name: 'tests-are-ends',
      comment:
        'nobody imports tests and measurements, except themselves and the harnesses that run them',
      severity: 'error',
      from: { pathNot: '^(test|bench|scripts)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'tests-stand-apart',
      comment:
        'a test room imports itself, what all tests share in test/support, the simulated game and wallet, and a person in a browser',
      severity: 'error',
      from: { path: '^test/([^/]+)/' },
      to: {
        path: '^test/',
        pathNot:
          '^test/($1|support)/|^test/round/samples\\.ts$|^test/simulation/(pair|fates|fake-game)\\.ts$|^test/browser/(person|page-faults)\\.ts$',
      },
    },
    {
      name: 'pure-rules',
      comment:
        'core, games, round and player do no I/O: time, randomness and stores come in as arguments',
      severity: 'error',
      from: { path: '^src/(core|games|round|player)/' },
      to: { path: IO, dependencyTypes: ['core'] },
    },
    {
      name: 'pure-rules-net',
      comment: 'of node:net only isIP is pure, and one file has to read addresses',
      severity: 'error',
      from: {
        path: '^src/(core|games|round|player)/',
        pathNot: '^src/core/callback-address\\.ts$',
      },
      to: { path: '^(node:)?net$', dependencyTypes: ['core'] },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'an operator takes the folder without installing a package',
      severity: 'error',
      from: { path: '^(src/sdk|examples)/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'unknown'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      // Types too: two files that need each other's types are read as one.
      to: { circular: true },
    },
    {
      name: 'no-missing',
      severity: 'error',
      from: {},
      // The build makes the pictures of a game: scripts/art-packs.mjs.
      to: { couldNotResolve: true, pathNot: '^(art|scenery|figures|sign):' },
    },
    {
      name: 'no-development-packages',
      comment: 'npm start installs dependencies alone: of a node, of the pages and of the build',
      severity: 'error',
      from: { path: '^(src|workers|web)/|^scripts/[^/]+[.]mjs$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
