// A process that runs one command of the command line after another, each with its own environment,
// so that the modules load once. Must never run a command that ends by a signal.

import { main } from '../../src/cli/main.ts'
import type { CommandEnd, CommandOrder } from './start-reelhouse.ts'

process.on('message', (order: CommandOrder) => void run(order))
process.once('disconnect', () => process.exit())

async function run({ args, env }: CommandOrder): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const written = { stdout: '', stderr: '' }
  const restore = (['stdout', 'stderr'] as const).map(name => {
    const { write } = process[name]
    process[name].write = chunk => {
      written[name] += chunk
      return true
    }
    return () => {
      process[name].write = write
    }
  })
  const code = await main(args)
  for (const each of restore) each()
  process.send!({ code, ...written } satisfies CommandEnd)
}
