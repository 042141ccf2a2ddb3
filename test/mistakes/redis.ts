// Mistakes on purpose in Redis: what a script counts, keeps and forgets, and how connections are
// opened. One edit each, as in list.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code

import type { Mistake } from './mistake.ts'

const CONNECTION = 'src/redis/connection.ts'
const STATE = 'src/redis/player-state.ts'
const RECENT = 'src/redis/recent-rounds.ts'
const OPEN = 'lua/round-open.lua'
const CLOSE = 'lua/round-close.lua'
const LOAD = 'lua/player-load.lua'
const SETTLE = 'lua/round-settle.lua'
const WALLET_APPLY = 'lua/wallet-apply.lua'

const CONNECTION_TESTS = ['test/redis/connection.test.ts']
const KEPT_TESTS = ['test/redis/kept.test.ts']
const STATE_TESTS = ['test/redis/player-state.test.ts']
const TARGET_TESTS = ['test/redis/target-counting.test.ts']
const WINDOW_TESTS = ['test/redis/adaptive-windows.test.ts']

/** How long a key stays. */
const EXPIRIES: readonly Mistake[] = [
  {
    name: 'the recent rounds of a player stay for ever',
    file: OPEN,
    right: "  redis.call('PEXPIRE', KEYS[2], ARGV[13])\n",
    wrong: '',
    tests: KEPT_TESTS,
  },
  {
    name: 'an account of the built-in wallet that was read once stays for ever',
    file: WALLET_APPLY,
    right:
      "  redis.call('HSET', account, balance, ARGV[3])\n  redis.call('EXPIRE', account, ARGV[5])\n",
    wrong: "  redis.call('HSET', account, balance, ARGV[3])\n",
    tests: KEPT_TESTS,
  },
  {
    name: 'an account of the built-in wallet expires while it is in use',
    file: WALLET_APPLY,
    right: "'turned', now)\n  redis.call('EXPIRE', account, ARGV[5])\n",
    wrong: "'turned', now)\n",
    tests: KEPT_TESTS,
  },
  {
    name: 'the check of a write leaves a key for hours',
    file: 'lua/write-check.lua',
    right: "'PX', ARGV[1])",
    wrong: "'PX', ARGV[1] * 1000)",
    tests: KEPT_TESTS,
  },
  {
    name: 'a bucket of calls stays for ever',
    file: 'lua/rate-take.lua',
    right: "redis.call('PEXPIRE', bucket, math.ceil((full - parts) / quota / 1000) + 1000)\n",
    wrong: '',
    tests: KEPT_TESTS,
  },
]

/** Counts and loads. */
const COUNTED: readonly Mistake[] = [
  {
    name: 'a pace forgets when the last spin began',
    file: OPEN,
    right: "if pace > 0 then redis.call('HSET', player, 'last'",
    wrong: "if pace > 0 and spin ~= 'free' then redis.call('HSET', player, 'last'",
    tests: STATE_TESTS,
  },
  {
    name: 'a spin that is too soon causes a read of the ledger',
    file: OPEN,
    right:
      "if pace > 0 and now - tonumber(found[7] or '0') < pace then return {'too-soon'} end\nif found[4] ~= ARGV[6] then return {'outdated'} end",
    wrong:
      "if found[4] ~= ARGV[6] then return {'outdated'} end\nif pace > 0 and now - tonumber(found[7] or '0') < pace then return {'too-soon'} end",
    tests: STATE_TESTS,
  },
  {
    name: 'the pace counts a round that was never written',
    file: CLOSE,
    right: "if ARGV[3] == 'unwritten' then redis.call('HDEL', player, 'last') end\n",
    wrong: '',
    tests: STATE_TESTS,
  },
  {
    name: 'the pace does not count a refused bet',
    file: CLOSE,
    right: "if ARGV[3] == 'unwritten' then redis.call('HDEL', player, 'last') end",
    wrong: "if ARGV[3] ~= 'over' then redis.call('HDEL', player, 'last') end",
    tests: STATE_TESTS,
  },
  {
    name: 'after an undone free spin the targets are read again',
    file: CLOSE,
    right: "if ARGV[3] ~= 'over' and spin == 'paid' then",
    wrong: "if ARGV[3] ~= 'over' then",
    tests: STATE_TESTS,
  },
  {
    name: 'the target of an undone spin is gone',
    file: CLOSE,
    right: "local counted = outcome ~= '' or redis.call",
    wrong: 'local counted = redis.call',
    tests: TARGET_TESTS,
  },
  {
    name: 'a free spin uses up the targets that apply to one paid spin',
    file: OPEN,
    right: "if found[6] and spin ~= 'free' then",
    wrong: 'if found[6] then',
    tests: TARGET_TESTS,
  },
  {
    name: 'targets that apply to one spin apply to all',
    file: OPEN,
    right: "if found[6] and spin ~= 'free' then redis.call('HDEL', player, 'rev') end\n",
    wrong: '',
    tests: TARGET_TESTS,
  },
  {
    name: 'a player who once had many targets is loaded before every spin',
    file: LOAD,
    right: "  redis.call('HDEL', player, 'more')\n",
    wrong: "  redis.call('HDEL', player, 'none')\n",
    tests: TARGET_TESTS,
  },
  {
    name: 'a cancelled target outcome stays in play',
    file: LOAD,
    right:
      "  if kind == 't:' and not targets[all[i]] then redis.call('HDEL', player, all[i]) end\n",
    wrong: '',
    tests: TARGET_TESTS,
  },
  {
    name: 'an open round that the ledger has counted is counted again',
    file: LOAD,
    right: 'listed and not written[all[i]] then',
    wrong: 'listed then',
    tests: TARGET_TESTS,
  },
  {
    name: 'an open round counts again with every reading of the ledger',
    file: LOAD,
    right: "spin == 'paid' and tonumber(sequence) > tonumber(ARGV[1])",
    wrong: "spin == 'paid'",
    tests: TARGET_TESTS,
  },
  {
    name: 'a free spin in flight counts toward targets',
    file: LOAD,
    right: "if spin == 'paid' and tonumber(sequence)",
    wrong: 'if tonumber(sequence)',
    tests: TARGET_TESTS,
  },
  {
    name: 'a round that was settled into a window does not make an older read outdated',
    file: SETTLE,
    right: "  redis.call('HSET', player, 'ended', ARGV[3])\n",
    wrong: '',
    tests: TARGET_TESTS,
  },
  {
    name: 'the reveal decision of a round is lost when its player is loaded again',
    file: LOAD,
    right:
      "if not round or print_open_round(round, sequence, spin, outcome, 'rebuilt') ~= open then",
    wrong: 'if true then',
    tests: STATE_TESTS,
  },
  {
    name: 'a player who is loaded again has no sessions any more',
    file: LOAD,
    right: 'tonumber(current) < tonumber(ARGV[1])',
    wrong: 'tonumber(current) <= tonumber(ARGV[1])',
    tests: STATE_TESTS,
  },
  {
    name: 'a rebuilt free spin is a paid one',
    file: STATE,
    right: 'isPaid: freeSpin === null',
    wrong: 'isPaid: true',
    tests: STATE_TESTS,
  },
  {
    name: 'a rebuilt round has lost its target outcome',
    file: STATE,
    right: 'appliedTarget?.targetOutcomeId ?? null',
    wrong: 'null',
    tests: STATE_TESTS,
  },
  {
    name: 'a hello is answered from before a new link',
    file: STATE,
    right: '`o:${gameId}`, `s:${packId(sessionId)}`]',
    wrong: '`o:${gameId}`]',
    tests: STATE_TESTS,
  },
  {
    name: 'a hello is answered from before a reveal',
    file: STATE,
    right: '`o:${gameId}`, `s:${packId(sessionId)}`]',
    wrong: '`s:${packId(sessionId)}`]',
    tests: STATE_TESTS,
  },
  {
    name: 'a window continues without the rounds that Redis has lost',
    file: SETTLE,
    right: "rounds ~= redis.call('LLEN', list) or known[3]",
    wrong: 'rounds < 0 or known[3]',
    tests: WINDOW_TESTS,
  },
  {
    name: 'a window is loaded for a player without a state in Redis',
    file: 'lua/window-load.lua',
    right: "if not born or redis.call('HGET', sums, 'cold')",
    wrong: "if redis.call('HGET', sums, 'cold')",
    tests: WINDOW_TESTS,
  },
  {
    name: 'a window that was counted with the earlier ledger continues',
    file: 'lua/player-after-failover.lua',
    right: "  redis.call('HSET', player, 'born', sequence .. '@' .. ARGV[1])\n",
    wrong: '',
    tests: WINDOW_TESTS,
  },
]

/** Connections, and the players found through them. */
const CONNECTIONS: readonly Mistake[] = [
  {
    name: 'commands wait in memory while Redis is down',
    file: CONNECTION,
    right: '    enableOfflineQueue: false,\n    maxRetriesPerRequest: 0,',
    wrong: '    maxRetriesPerRequest: 0,',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'commands wait in memory while a cluster is down',
    file: CONNECTION,
    right: '    enableOfflineQueue: false,\n    maxRedirections',
    wrong: '    maxRedirections',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'a command has no deadline',
    file: CONNECTION,
    right: '  commandTimeout: REDIS_DEADLINE_MS,\n',
    wrong: '',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'the servers of a cluster have no deadline',
    file: CONNECTION,
    right: 'redisOptions: { ...OF_SERVER, ...credentials(own) }',
    wrong: 'redisOptions: { ...credentials(own) }',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'the servers of a cluster do not get the password',
    file: CONNECTION,
    right: 'redisOptions: { ...OF_SERVER, ...credentials(own) }',
    wrong: 'redisOptions: { ...OF_SERVER }',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'a password is sent without its user',
    file: CONNECTION,
    right: '    ...(username === null ? {} : { username }),\n',
    wrong: '',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'Sentinels do not get their password',
    file: CONNECTION,
    right: '    ...(sentinelPassword === null ? {} : { sentinelPassword }),\n',
    wrong: '',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'a node stays with a master that was demoted',
    file: CONNECTION,
    right: "    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),\n",
    wrong: '',
    tests: CONNECTION_TESTS,
  },
  {
    name: 'a ledger that lost rounds asks only one master of a cluster for them',
    file: RECENT,
    right: "'nodes' in redis ? redis.nodes('master') : [redis]",
    wrong: "'nodes' in redis ? redis.nodes('master').slice(0, 1) : [redis]",
    tests: ['test/redis/topologies.test.ts'],
  },
  {
    name: 'of calls counted together only one gets Redis’s error',
    file: 'src/redis/rate-limits.ts',
    right: 'for (const { reject } of together) reject(error)',
    wrong: 'together[0]!.reject(error)',
    tests: ['test/redis/rate-limits.test.ts'],
  },
]

export const REDIS: readonly Mistake[] = [...EXPIRIES, ...COUNTED, ...CONNECTIONS]
