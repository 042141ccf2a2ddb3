// `node scripts/harness.mjs <name> [options]`: prepares the checkout and runs one of the programs
// that developers run and operators do not (npm test, npm run chaos …).

import { prepareAndRun } from './prepare.mjs'

const [name, ...args] = process.argv.slice(2)
await prepareAndRun(`scripts/${name}.js`, args, module => module.command.run)
