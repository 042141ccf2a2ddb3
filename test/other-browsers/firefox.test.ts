// Played by npm run prove: it opens every game. Needs Firefox; without it the tests are skipped
// with the reason.
//
// The pages in Firefox, which draws on the plain canvas where there is no graphics card.

import { firefox } from 'playwright-core'
import t from 'tap'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { openShared } from '../support/shared-node.ts'
import { playIn } from './play-in.ts'

const program = findProgram(['firefox-esr', 'firefox'])
if (program === null)
  t.test(
    'the pages in Firefox',
    { skip: 'Firefox is missing: sudo apt-get install -y firefox-esr' },
    () => {},
  )
else {
  // By WebDriver BiDi, as it is in every Firefox.
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: program })
  t.teardown(() => browser.close())
  const shared = await openShared(t)
  t.comment(`Firefox ${browser.version()}`)
  await playIn({ name: 'firefox', page: await browser.newPage(), renderer: 'canvas' }, shared)
}
