// The command line as a separate program, without the installation and build before it.

import { main } from '../../src/cli/main.ts'

process.exit(await main(process.argv.slice(2)))
