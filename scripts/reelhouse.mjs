#!/usr/bin/env node
// `reelhouse`: prepares the checkout and starts the command line. `serve` is for real
// installations: it must never install or build, which without a network would leave it with no
// packages at all.

import { prepareAndRun } from './prepare.mjs'

const args = process.argv.slice(2)
const options = { withDevelopment: false, mayChange: args[0] !== 'serve' }

await prepareAndRun('src/cli/main.js', args, module => module.main, options)
