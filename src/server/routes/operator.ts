// Connects the operator API's three paths with their capabilities. One line per capability; what
// each does is in its folder under src/operator.

import { shardOfId } from '../../core/shard.ts'
import type { Routes } from '../../edge/listener.ts'
import { registerOperatorApi } from '../../edge/operator.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { mapDatabases } from '../../ledger/database/player-databases.ts'
import { placeNumberOf } from '../../ledger/database/shard-map.ts'
import { groupLaunches } from '../../ledger/players/sessions.ts'
import { createReports } from '../../ledger/reports/reports.ts'
import { createCounts } from '../../limits/counts.ts'
import { type AnyMethod, answerCall } from '../../operator/call.ts'
import { chooseRequestId, countCaller, findCaller } from '../../operator/caller-address.ts'
import { createFailedKeys, type FailedKey } from '../../operator/failed-keys.ts'
import { createFreeSpinMethods } from '../../operator/free-spins/methods.ts'
import { createGameActionsRoute } from '../../operator/game-actions.ts'
import { createLaunchRoute } from '../../operator/launch/method.ts'
import { createPlayerRtpRoute } from '../../operator/player-rtp/methods.ts'
import { createProjectGet } from '../../operator/project/method.ts'
import { createRateLimit } from '../../operator/rate-limit.ts'
import { createReportMethods } from '../../operator/reports/methods.ts'
import { createRoundCancel } from '../../operator/round-cancel/method.ts'
import { createSessionsEnd } from '../../operator/sessions/method.ts'
import { createTargetOutcomeMethods } from '../../operator/target-outcomes/methods.ts'
import { createRateLimits } from '../../redis/rate-limits.ts'
import type { CancelAnswer } from '../../wire/lane.ts'
import { poolsBehindGates } from '../databases/ledger-databases.ts'
import { measureCalls } from '../metrics/calls.ts'
import type { Parts } from '../parts.ts'
import { shardMapOf } from '../settings/config.ts'

export function registerOperatorRoutes(app: Routes, parts: Parts, lanes: Lanes): void {
  const { config, metrics, playerPools: pools, databases, onFault, projects } = parts
  const { findAt: findProject, findCredentials, findKnownCredentials } = projects
  const admit = createRateLimit({
    ...measureCalls({ takeCall: createRateLimits(parts.redis) }, parts.threadMetrics.redisCall),
    onUncounted: metrics.uncountedCall,
  })
  const { runOnce } = parts.idempotentCalls
  const calls = {
    findProject,
    findCredentials,
    findKnownCredentials,
    callsUnderWay: createCounts(),
    callsPerProject: () => parts.bounds.of('calls-per-project'),
    failedKeys: createFailedKeys(() => performance.now()),
    onFailedKey(failed: FailedKey) {
      metrics.failedKey(failed.answer)
      parts.failedKeySamples.add(failed)
    },
    admit,
    runOnce,
    onFault,
  }
  const shardMap = shardMapOf(config)
  const launch = createLaunchRoute({
    sessions: mapDatabases(
      poolsBehindGates(databases, each => each.sessionPool),
      groupLaunches,
    ),
    redisState: parts.redisState,
    sessionInfo: parts.wallet.sessionInfo,
    tokenKey: parts.tokenKey,
    embeddingKeys: parts.embeddingKeys,
    publicUrl: config.publicUrl,
    defaultLobby: projectId => (config.demo && projectId === 'demo' ? '/' : null),
    placeOf: sessionId => placeNumberOf(shardMap, shardOfId(sessionId)),
    nowMs: parts.clock.nowMs,
  })
  const gameActions = createGameActionsRoute(gameActionMethods(parts, lanes))
  const playerRtp = createPlayerRtpRoute({ ...parts, pools })
  registerOperatorApi(
    app,
    {
      '/playGame.do': request => answerCall(calls, request, launch),
      '/gameActions.do': request => answerCall(calls, request, gameActions),
      '/playerRtp.do': request => answerCall(calls, request, playerRtp),
    },
    {
      isDraining: () => parts.stage === 'draining' || databases.home.gate.isClosed(),
      chooseRequestId: (socket, given) => chooseRequestId(socket, given, config.trustedProxies),
      findCaller: ({ socket, forwarded }) => findCaller(socket, forwarded, config.trustedProxies),
      countedCaller: ({ socket, forwarded }) =>
        countCaller(socket, forwarded, config.trustedProxies),
      onAnswer: metrics.httpAnswer,
      clockMs: () => performance.now(),
      onFault,
    },
  )
}

/** One line per capability; the names are those of the `method` field. */
function gameActionMethods(parts: Parts, lanes: Lanes): Record<string, AnyMethod> {
  const { playerPools: pools, databases, redisState, cursorKey, targetSearch: search } = parts
  const { nowMs } = parts.clock
  const reports = createReports(mapDatabases(databases, each => each.reportPool))
  return {
    ...createFreeSpinMethods({ pools, redisState, nowMs }),
    ...createTargetOutcomeMethods({ pools, search, findGame, nowMs }),
    ...createReportMethods({ reports, cursorKey, nowMs }),
    project_get: createProjectGet({ betCancel: parts.config.betCancel }),
    sessions_end: createSessionsEnd({ pools }),
    round_cancel: createRoundCancel({
      pools,
      cancel: task => lanes.run(task, task) as Promise<CancelAnswer> | null,
    }),
  }
}
