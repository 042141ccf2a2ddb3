// Who may import whom: one line a room. A room not named in a line is closed to it; `types` may be
// imported as types only. docs and README draw the same picture.

const ROOMS = {
  core: { may: ['core'] },
  games: { may: ['games', 'core/money', 'core/language'] },
  mathematics: { may: ['mathematics', 'games', 'config', 'limits'] },
  wire: { may: ['wire', 'core', 'limits'], types: ['games/contract'] },
  hot: { may: ['hot', 'core', 'wire', 'config', 'limits'] },
  ledger: { may: ['ledger', 'core', 'wire', 'config', 'limits'] },
  wallet: { may: ['wallet', 'core', 'wire', 'config', 'limits'] },
  'wallet-kit': { may: ['wallet-kit', 'core', 'wire', 'sdk', 'wallet', 'limits'] },
  actor: {
    may: ['actor', 'core', 'games', 'wire', 'limits'],
    types: ['hot', 'ledger', 'wallet', 'config'],
  },
  operator: { may: ['operator', 'core', 'games', 'wire', 'limits', 'hot', 'ledger', 'wallet'] },
  admin: { may: ['admin', 'core', 'games', 'wire', 'limits', 'hot', 'ledger', 'wallet'] },
  edge: { may: ['edge', 'wire', 'limits'], types: ['operator', 'admin', 'actor', 'lobby'] },
  /** An operator takes the folder as it is: it needs nothing of the platform. */
  sdk: { may: ['sdk'] },
  examples: { may: ['sdk'] },
  lobby: { may: ['lobby', 'sdk', 'core', 'wire', 'limits'], types: ['games/contract'] },
  embedded: { may: ['embedded', 'config', 'limits'] },
  web: { may: ['web', 'wire', 'core/money', 'core/language'], types: ['games/contract'] },
}

/** Commands and threads put the rooms together; nothing is built on them. */
const ENTRIES = '^(src/cli/|src/main\\.ts$|workers/)'
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
      to: { path: '^(src|workers|web|bench|examples|test)/', pathNot: places([...may, ...types]) },
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
      comment:
        'nobody imports commands, main and workers, except tests and commands among themselves',
      severity: 'error',
      from: { pathNot: '^(src/cli/|src/main\\.ts$|test/|bench/)' },
      to: { path: ENTRIES },
    },
    {
      name: 'tests-are-ends',
      comment:
        'nobody imports tests and measurements, except themselves and the commands that run them',
      severity: 'error',
      from: { pathNot: '^(test|bench)/|^src/cli/(bench|chaos|plant-bugs|simulate-rounds)\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'pure-rules',
      comment: 'core and games do no I/O: time, randomness and stores come in as arguments',
      severity: 'error',
      from: { path: '^src/(core|games)/' },
      to: { path: IO, dependencyTypes: ['core'] },
    },
    {
      name: 'pure-rules-net',
      comment: 'of node:net only isIP is pure, and one file has to read addresses',
      severity: 'error',
      from: { path: '^src/(core|games)/', pathNot: '^src/core/callback-address\\.ts$' },
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
      // Types are gone at run time; a cycle of types only loads in any order.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-missing',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-packages',
      comment: 'what a node runs is in dependencies',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: '^src/cli/(build-web\\.mjs|test-browser\\.ts)$' },
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
