// Played by npm run prove: it opens thirty pages, and tests of the admin API open every id.
//
// Ids that an address could misread: every player that a launch accepts opens in the panel, by
// click, by reload, by a shared link, and by the paths of the admin API.

import type { Page } from 'playwright-core'
import t from 'tap'
import { showInvisible } from '../../src/core/visible-text.ts'
import { writeSegment } from '../../src/wire/path-segment.ts'
import { signIn } from '../support/admin.ts'
import { OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { NASTY_IDS, WORST_IDS } from '../support/nasty-ids.ts'
import { createOperator } from '../support/operator-calls.ts'
import { GAME } from '../support/operator-setup.ts'
import { isFullSize } from '../support/size.ts'

/** A page is loaded four times for each. */
const SEEN_IDS = isFullSize ? NASTY_IDS : WORST_IDS

const panel = await openAdminPanel(t)
const { setup, node } = panel
for (const player_id of new Set([...NASTY_IDS, ...WORST_IDS]))
  await setup.launch(node, { player_id })

/** The player's page, with the API's figures of exactly this player. */
async function isShown(page: Page, id: string): Promise<boolean> {
  const session = page.locator('tbody tr', { hasText: GAME })
  await session.or(page.getByRole('alert')).or(page.locator('pre')).first().waitFor()
  const title =
    (await page.locator('h1').count()) === 0 ? null : await page.locator('h1').textContent()
  return title === showInvisible(id) && (await session.count()) === 1
}

t.test('every player opens by click, reload and a shared link', async t => {
  const { page, close } = await panel.openAs(VIEWER, '/players')
  const shared = await panel.openAs(OWNER, '/players')
  for (const id of SEEN_IDS) {
    const named = JSON.stringify(id)
    await page.goto(panel.url(`/players?player=${encodeURIComponent(id)}&project=casino`))
    const address = `/admin/projects/casino/players/${writeSegment(id)}`
    await page.locator(`a[href=${JSON.stringify(address)}]`).click()
    await page.waitForURL(/\/projects\//)
    t.ok(await isShown(page, id), `${named} by click`)
    await page.reload()
    t.ok(await isShown(page, id), `${named} by reload`)
    await page.getByRole('tab').nth(1).click()
    await page.waitForURL(/tab=rtp/)
    await page.reload()
    await page.getByRole('tab', { selected: true }).waitFor()
    const title = await page.locator('h1').textContent()
    t.equal(title, showInvisible(id), `${named} by a tab, and reload`)
    await page.getByRole('tab').first().click()
    await shared.page.goto(page.url())
    t.ok(await isShown(shared.page, id), `${named} by a shared link`)
  }
  await shared.close()
  await close()
})

t.test('direction marks are shown, and do not reverse other text', async t => {
  // A launch accepts them in an id, other methods in free text only.
  const marked = '\u202eright'
  const ofAnn = { player_id: 'ann@casino.example' }
  const operator = createOperator(setup, node)
  await operator.setProject({ rtp: { provider_a: { level: '95' } } })
  await operator.rtp('set', { ...ofAnn, rtp: 90, reason: '\u202dwhy' })
  const target = { ...ofAnn, symbol: GAME, multiplier: 1 }
  await operator.act('outcome_schedule', { ...target, comment: 'comment \u2067marked' })
  const { page, close } = await panel.openAs(OWNER, '/players')
  const pageOf = (id: string) => `/projects/casino/players/${writeSegment(id)}`
  for (const [at, text] of [
    [`/players?player=${encodeURIComponent(marked)}&project=casino`, '\\u202eright'],
    [pageOf(marked), '\\u202eright'],
    [`${pageOf(ofAnn.player_id)}?tab=rtp`, '\\u202dwhy'],
    [`${pageOf(ofAnn.player_id)}?tab=targets`, 'comment \\u2067marked'],
  ] as const) {
    await page.goto(panel.url(at))
    await page.locator('main', { hasText: text }).waitFor()
    const all = `${await page.title()} ${await page.locator('body').innerText()}`
    t.notMatch(all, /[\u202a-\u202e\u2066-\u2069]/, at)
  }
  await close()
})

t.test('the filters of lists keep the id as it is', async t => {
  const { page, close } = await panel.openAs(VIEWER, '/players')
  for (const id of SEEN_IDS.filter(id => !/\s/.test(id))) {
    await page.goto(panel.url('/rounds'))
    await page.locator('input[name=projectId]').fill('casino')
    await page.locator('input[name=playerId]').fill(id)
    const asked = page.waitForRequest(each => each.url().includes('/api/rounds?'))
    await page.locator('form button[type=submit]').click()
    t.equal(new URL((await asked).url()).searchParams.get('playerId'), id)
    await page.waitForURL(/playerId=/)
    await page.reload()
    t.equal(await page.locator('input[name=playerId]').inputValue(), id, 'after a reload')
  }
  await close()
})

t.test('the API finds each by its path', async t => {
  const owner = await signIn(node.internalUrl, OWNER)
  for (const id of NASTY_IDS) {
    const { body } = await owner.call('GET', `/projects/casino/players/${writeSegment(id)}`)
    t.equal(body.playerId, id)
  }
})

t.test('an address without a player is a page of the panel, not a file', async t => {
  const { page, close } = await panel.openAs(VIEWER, '/')
  for (const at of ['/none.html', '/projects/a.b', '/projects/casino/players/%E0%A4']) {
    const answer = await page.goto(panel.url(at))
    t.equal(answer?.status(), 200)
    await page.locator('h1').waitFor()
  }
  const asset = await page.goto(panel.url('/assets/none.js'))
  t.equal(asset?.status(), 404)
  await close()
})
