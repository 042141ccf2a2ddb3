// The thread of the built-in wallet: its listener, and its connections to Redis and to the home
// database. It plays the part of an operator's wallet, so its work must not delay the front end's.

import uWS from 'uWebSockets.js'
import type { MessagePort } from 'node:worker_threads'
import { registerBuiltInWallet } from '../../edge/built-in-wallet.ts'
import { ownRoutes } from '../../edge/listener.ts'
import { openPool } from '../../ledger/database/pool.ts'
import { openProjectReader } from '../../ledger/projects/project-reader.ts'
import { createBuiltInWalletAccounts } from '../../redis/built-in-wallet.ts'
import { connectRedis } from '../../redis/connection.ts'
import { createBuiltInWallet } from '../../wallet/built-in.ts'
import { joinForwarding } from '../lanes/forwarded-channel.ts'
import { type Config, shardMapOf } from '../settings/config.ts'
import { masterKeysOf } from '../settings/master-keys.ts'
import { listen } from './listen.ts'

export type ToWallet =
  /** The node's stores can be used; `projectChanges` is what `joinForwarding` takes. */
  { kind: 'serve'; projectChanges: string } | { kind: 'close' }

export type FromWallet =
  | { kind: 'listening'; port: number }
  | { kind: 'serving' }
  | { kind: 'fault'; error: unknown }

/** A project is read once, and again when it changes. */
const POOL_CONNECTIONS = 1

/** Calls that come before it serves are answered with not found. */
export async function startBuiltInWallet(port: MessagePort, config: Config): Promise<void> {
  const send = (message: FromWallet) => port.postMessage(message)
  const onFault = (error: unknown) => send({ kind: 'fault', error })
  const app = uWS.App()
  let closeStores: () => Promise<void> = async () => {}
  port.on('message', async (message: ToWallet) => {
    if (message.kind === 'serve') {
      try {
        closeStores = await serve(app, config, message.projectChanges, onFault)
        send({ kind: 'serving' })
      } catch (error) {
        onFault(error)
      }
      return
    }
    app.close()
    await closeStores()
    // The channel of project changes would keep the thread alive.
    process.exit()
  })
  const socket = await listen(app, '127.0.0.1', 0)
  // The declared parameter is another kind of socket; both have a port.
  send({
    kind: 'listening',
    port: uWS.us_socket_local_port(socket as unknown as uWS.us_socket),
  })
}

async function serve(
  app: uWS.TemplatedApp,
  config: Config,
  projectChanges: string,
  onFault: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const redis = await connectRedis(config.redis, config.redisPrefix, {
    waits: true,
    // The front end, which has the same Redis, logs the outage.
    onConnectionLost: () => {},
  })
  const pool = openPool(shardMapOf(config).home.address, POOL_CONNECTIONS, onFault)
  const projects = openProjectReader({
    pool,
    listen: joinForwarding(projectChanges),
    masterKey: masterKeysOf(config),
  })
  const { answer } = createBuiltInWallet({
    accounts: createBuiltInWalletAccounts(redis),
    apiKeySha256: async projectId => {
      const project = await projects.find(projectId).catch(() => null)
      return project?.internal ? project.apiKeySha256 : null
    },
  })
  registerBuiltInWallet(ownRoutes(app, onFault), { answer, onFault })
  return async () => {
    redis.disconnect()
    await pool.end()
  }
}
