// The command line as a program of its own, without the installation and build before it.

import { main } from '../../src/cli/main.ts'

process.exit(await main(process.argv.slice(2)))
