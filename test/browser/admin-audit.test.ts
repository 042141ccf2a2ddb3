// Played by npm run prove: tests of the admin API state its rules.
//
// The audit log in a browser: found, read whole, verified.

import t from 'tap'
import { writeAudit } from '../../src/ledger/audit/audit-log.ts'
import { checkPage, OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'

const panel = await openAdminPanel(t)
const { pool } = panel.setup
const RECORDS = 60
const BY = { actor: 'owner:olga', origin: 'admin panel, 10.0.0.1' }
for (let i = 0; i < RECORDS; i++) {
  await writeAudit(pool, {
    ...BY,
    action: 'project.changed',
    subject: i === 0 ? 'first-casino' : 'casino',
    before: { bonusBuy: true, quotas: { spinsPerSecond: i } },
    after: { bonusBuy: true, quotas: { spinsPerSecond: i + 1 } },
  })
}

t.test('the log in every look', t =>
  panel.lookAt(t, 'audit', VIEWER, '/audit', page =>
    page.locator('tr[data-row]').first().waitFor(),
  ),
)

t.test('the log is read page by page, and filtered by typed text', async t => {
  const { page, close } = await panel.openAs(VIEWER, '/audit')
  const rows = page.locator('tr[data-row]')
  await rows.first().waitFor()
  const shown = await rows.count()
  await page.getByRole('button', { name: 'Load more' }).click()
  await rows.nth(shown).waitFor()
  await page.getByLabel('Subject', { exact: true }).fill('first-casino')
  await page.waitForURL(/subject=first-casino/)
  await rows.nth(1).waitFor({ state: 'detached' })
  t.match(await rows.first().textContent(), /first-casino/)
  await page.reload()
  await rows.first().waitFor()
  t.equal(await rows.count(), 1, 'the filter is in the address')
  await page.getByLabel('Subject', { exact: true }).fill('no-such-subject')
  await page.getByText('Nothing matches these filters').waitFor()
  await close()
})

t.test('a record shows what it changed, before and after', async t => {
  await panel.lookAt(t, 'audit-record', VIEWER, '/audit?subject=casino', async page => {
    await page.locator('tr[data-row] button').first().click()
    await page.getByRole('dialog').waitFor()
  })
  const { page, close } = await panel.openAs(VIEWER, '/audit?subject=first-casino')
  await page.getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog')
  const cells = dialog.locator('tr[data-row="quotas.spinsPerSecond"] td')
  t.strictSame(await cells.allTextContents(), ['quotas.spinsPerSecond', '0', '1'])
  t.equal(await dialog.locator('tr[data-row]').count(), 1, 'unchanged fields are left out')
  await close()
})

t.test('the chain is verified, against an earlier head too', async t => {
  const opened = await panel.openAs(OWNER, '/audit')
  const { page } = opened
  await page.getByRole('button', { name: 'Verify the log' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Check all records' }).click()
  await dialog.getByText('The log is intact').waitFor()
  const head = (await dialog.locator('.code').textContent())!
  t.match(head, /^[0-9]+:[0-9a-f]{64}$/)
  await checkPage(t, opened, 'audit-whole')
  const [sequence = ''] = head.split(':')
  await dialog.getByLabel('Head of an earlier check').fill(`${sequence}:${'0'.repeat(64)}`)
  await dialog.getByRole('button', { name: 'Check all records' }).click()
  await dialog.getByText('The log is broken').waitFor()
  await checkPage(t, opened, 'audit-broken')
  await opened.close()
})
