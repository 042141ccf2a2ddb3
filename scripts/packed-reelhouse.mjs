#!/usr/bin/env node
// `reelhouse` in a packed folder (scripts/pack.mjs), like reelhouse.mjs: starts the command line.
// Must never install, build or write anything.

import { readFileSync } from 'node:fs'

const { builtFor } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const here = {
  platform: process.platform,
  arch: process.arch,
  nodeMajor: Number(process.versions.node.split('.')[0]),
}

if (Object.keys(here).some(name => here[name] !== builtFor[name])) {
  const say = ({ platform, arch, nodeMajor }) => `Node ${nodeMajor} on ${platform} ${arch}`
  process.stderr.write(
    `This package was built for ${say(builtFor)}, this is ${say(here)}: build it here with "npm ` +
      'run build".\n',
  )
  process.exit(1)
}

const { main } = await import(new URL('dist/src/cli/main.js', import.meta.url).href)
process.exit(await main(process.argv.slice(2)))
