// The admin panel of this node: what its API works with, its pages, and who asks.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AdminDeps } from '../../admin/deps.ts'
import type { Panel } from '../../admin/panel.ts'
import { ADMIN_ROUTES } from '../../admin/routes.ts'
import { createSignInLimits } from '../../admin/sign-in/limits.ts'
import { createPasswords } from '../../admin/sign-in/passwords.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { mapDatabases } from '../../ledger/database/player-databases.ts'
import { createSnapshots } from '../../ledger/reports/report-snapshot.ts'
import { createReports } from '../../ledger/reports/reports.ts'
import { countCaller } from '../../operator/caller-address.ts'
import { createRateLimits, createRefill } from '../../redis/rate-limits.ts'
import { resolveWithDns } from '../../wallet/address-guard.ts'
import type { CancelAnswer } from '../../wire/lane.ts'
import { ADMIN_PAGES_DIR, PAGES_DIR } from '../build.ts'
import type { Parts } from '../parts.ts'
import { masterKeysOf } from '../settings/master-keys.ts'

/** Only in a checkout; a package does not contain them. */
const PAR_SHEETS = path.join(PROJECT_ROOT, 'docs', 'par')
/** Only ids of games are used as file names. */
const none = () => null

/** What a panel shows of this node only. */
export interface OfThisNode extends Pick<AdminDeps, 'overview' | 'sessionsHere'> {
  lanes: Lanes
}

export function panelOf(parts: Parts, node: OfThisNode): Panel {
  const { trustedProxies } = parts.config
  return {
    deps: depsOf(parts, node),
    routes: ADMIN_ROUTES,
    pagesDir: ADMIN_PAGES_DIR,
    gamePagesDir: PAGES_DIR,
    readAddress: (socket, forwarded) =>
      countCaller(socket, forwarded === '' ? [] : [forwarded], trustedProxies),
  }
}

function depsOf(parts: Parts, { lanes, overview, sessionsHere }: OfThisNode): AdminDeps {
  const { config, redis, databases, pool, cursorKey, onFault, redisState, targetSearch } = parts
  const reportPools = mapDatabases(databases, each => each.reportPool)
  return {
    overview,
    sessionsHere,
    pool,
    cursorKey,
    onFault,
    redisState,
    targetSearch,
    reportPools,
    reports: createReports(reportPools),
    pools: mapDatabases(databases, each => each.pool),
    snapshots: mapDatabases(databases, each => createSnapshots(each.reportPool)),
    cancel: task => lanes.run(task, task) as Promise<CancelAnswer> | null,
    readParSheet: gameId => readFile(path.join(PAR_SHEETS, `${gameId}.json`), 'utf8').catch(none),
    masterKey: masterKeysOf(config),
    origin: config.adminUrl,
    allowLoopback: config.allowLoopbackWallets,
    networks: config.walletNetworks.networks,
    resolve: resolveWithDns,
    wallet: parts.walletClient,
    walletChecks: parts.walletChecks,
    betCancel: config.betCancel,
    node: config.nodeName,
    passwords: createPasswords(),
    signInLimits: createSignInLimits(
      { take: createRateLimits(redis), refill: createRefill(redis) },
      onFault,
    ),
    failedSignIns: parts.failedSignIns,
    onSignInFailed: parts.metrics.signInFailed,
    nowMs: parts.clock.nowMs,
  }
}
