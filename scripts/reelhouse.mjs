#!/usr/bin/env node
// `reelhouse`: prepares the checkout and hands over to the command line.

import { prepareAndRun } from './prepare.mjs'

await prepareAndRun('src/cli/main.js', process.argv.slice(2), module => module.main)
