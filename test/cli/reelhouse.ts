// The command line as a program of its own, without the installation and build before it.

import { main } from '../../src/main.ts'

process.exit(await main(process.argv.slice(2)))
