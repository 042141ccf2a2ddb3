// Opens the listener of the built-in wallet before anything calls it. Calls that come before the
// wallet has its accounts are answered with not found.

import uWS from 'uWebSockets.js'
import { registerBuiltInWallet } from '../../edge/built-in-wallet.ts'
import { ownRoutes } from '../../edge/listener.ts'
import { createBuiltInWallet } from '../../wallet/built-in.ts'
import type { Parts } from '../parts.ts'
import { listen } from './listen.ts'

export type BuiltInWalletListener = Awaited<ReturnType<typeof openBuiltInWallet>>

export async function openBuiltInWallet() {
  const app = uWS.App()
  const socket = await listen(app, '127.0.0.1', 0)
  // The declared parameter is another kind of socket; both have a port.
  const port = uWS.us_socket_local_port(socket as unknown as uWS.us_socket)
  return {
    url: `http://127.0.0.1:${port}`,
    serve({ accounts, projects, onFault }: Parts): void {
      const { answer } = createBuiltInWallet({
        accounts,
        apiKeySha256: async projectId => {
          const project = await projects.find(projectId).catch(() => null)
          return project?.internal ? project.apiKeySha256 : null
        },
      })
      registerBuiltInWallet(ownRoutes(app, onFault), { answer, onFault })
    },
    close: () => app.close(),
  }
}
