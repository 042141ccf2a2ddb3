// Played by npm run prove: it opens every game. Needs WebKit; without it the tests are skipped with
// the reason.
//
// The pages in WebKit, on the plain canvas.

import t from 'tap'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { openShared } from '../support/shared-node.ts'
import { openWebKit } from '../support/webkit.ts'
import { playIn } from './play-in.ts'

/** Outside of PATH, in a folder of the architecture. */
const BROWSERS = ['x86_64', 'aarch64'].map(
  architecture => `../lib/${architecture}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)
const [driver, screen, browser] = [['WebKitWebDriver'], ['Xvfb'], BROWSERS].map(findProgram)
if (!driver || !screen || !browser)
  t.test(
    'the pages in WebKit',
    { skip: 'WebKit is missing: sudo apt-get install -y webkit2gtk-driver xvfb' },
    () => {},
  )
else {
  const shared = await openShared(t)
  const { page, version } = await openWebKit(t, { driver, screen, browser })
  t.comment(`WebKitGTK ${version}`)
  await playIn({ name: 'webkit', page, renderer: 'canvas' }, shared)
}
