// The panel of this node, for people of the platform and for people of operators: what its API
// works with, its pages, and who asks.

import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import type { AdminDeps } from '../../admin/deps.ts'
import type { AdminErrorCode } from '../../admin/errors.ts'
import type { Panel } from '../../admin/panel.ts'
import { ADMIN_ROUTES } from '../../admin/routes.ts'
import { createIdentityProvider } from '../../admin/sign-in/identity-provider.ts'
import { createSignInLimits } from '../../admin/sign-in/limits.ts'
import { createPasswords } from '../../admin/sign-in/passwords.ts'
import { isInside } from '../../core/network.ts'
import { DEFAULT_HEADERS, JSON_TYPE } from '../../edge/http.ts'
import { PROJECT_ROOT } from '../../environment.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { mapDatabases } from '../../ledger/database/player-databases.ts'
import { createSnapshots } from '../../ledger/reports/report-snapshot.ts'
import { createReports } from '../../ledger/reports/reports.ts'
import { countCaller, findCaller } from '../../operator/caller-address.ts'
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

/** For people of the platform. */
export function panelOf(parts: Parts, node: OfThisNode): Panel {
  const { adminUrl } = parts.config
  return {
    ...sharedBy(parts),
    deps: depsOf(parts, node, { side: 'platform', origin: adminUrl }),
    routes: ADMIN_ROUTES,
  }
}

/** For people of operators; null: it is off. */
export function operatorPanelOf(parts: Parts, node: OfThisNode): Panel | null {
  const { operatorPanel } = parts.config
  if (operatorPanel === null) return null
  return {
    ...sharedBy(parts),
    deps: depsOf(parts, node, { side: 'operators', origin: operatorPanel.url }),
    routes: ADMIN_ROUTES.filter(({ isForOperators }) => isForOperators),
  }
}

/** Requests from other networks than those of operators' people read nothing, no page either. */
export function onlyFromNetworks({ config }: Parts, answer: RequestListener): RequestListener {
  const { operatorPanel, trustedProxies } = config
  return (req, res) => {
    const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    const hops = forwarded === '' ? [] : [forwarded]
    const caller = findCaller(req.socket.remoteAddress ?? '', hops, trustedProxies)
    if (caller !== null && isInside(caller, operatorPanel!.networks)) return answer(req, res)
    res.writeHead(403, { ...DEFAULT_HEADERS, 'content-type': JSON_TYPE, connection: 'close' })
    res.end(JSON.stringify(NOT_FROM_THERE))
  }
}

const NOT_FROM_THERE = {
  status: 'error',
  message: 'ADDRESS_NOT_ALLOWED' satisfies AdminErrorCode,
  reason: 'This panel is not reached from your address: ask the platform to allow your network.',
}

function sharedBy({ config: { trustedProxies } }: Parts) {
  return {
    pagesDir: ADMIN_PAGES_DIR,
    gamePagesDir: PAGES_DIR,
    readAddress: (socket: string, forwarded: string) =>
      countCaller(socket, forwarded === '' ? [] : [forwarded], trustedProxies),
  }
}

/** Each panel has its own places for checks of passwords, so that none fills those of the other. */
function depsOf(
  parts: Parts,
  { lanes, overview, sessionsHere }: OfThisNode,
  place: Pick<AdminDeps, 'side' | 'origin'>,
): AdminDeps {
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
    ...place,
    operatorsOrigin: config.operatorPanel?.url ?? null,
    allowLoopback: config.allowLoopbackWallets,
    networks: config.walletNetworks.networks,
    resolve: resolveWithDns,
    wallet: parts.walletClient,
    walletChecks: parts.walletChecks,
    betCancel: config.betCancel,
    node: config.nodeName,
    passwords: createPasswords(),
    provider: config.oidc && createIdentityProvider(config.oidc),
    signInLimits: createSignInLimits(
      { take: createRateLimits(redis), refill: createRefill(redis) },
      onFault,
    ),
    failedSignIns: parts.failedSignIns,
    onSignInFailed: parts.metrics.signInFailed,
    nowMs: parts.clock.nowMs,
  }
}
