// Played by npm run prove: tests of the admin API state who may do what.
//
// The platform's staff, in a browser: added by a one-time link, reset, disabled, signed out; and
// the pages that a viewer does not get.

import type { Page } from 'playwright-core'
import t from 'tap'
import { makeAccount, PASSWORD } from '../support/admin.ts'
import { checkPage, OWNER, openAdminPanel, signInByPage, VIEWER } from '../support/admin-browser.ts'

const panel = await openAdminPanel(t)
const { pool } = panel.setup

/** In the dialog of a person whose menu is open. */
async function chooseRole(page: Page, role: string): Promise<void> {
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role }).click()
}

t.test('the list of people in every look', t =>
  panel.lookAt(t, 'people', OWNER, '/people', page =>
    page.locator('tr[data-row]').first().waitFor(),
  ),
)

t.test('the menu of a person in every look', t =>
  panel.lookAt(t, 'people-menu', OWNER, '/people', async page => {
    await page.getByRole('button', { name: new RegExp(VIEWER) }).click()
    await page.getByRole('menuitem').first().waitFor()
  }),
)

t.test('a new person sets a password by a link that is shown once', async t => {
  const opened = await panel.openAs(OWNER, '/people')
  const { page } = opened
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(VIEWER)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await dialog.getByText('NAME_TAKEN').waitFor()
  t.equal(await dialog.getByLabel('Name').inputValue(), VIEWER, 'the typed text stays')
  await dialog.getByLabel('Name').fill('nadia')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await page.getByText('One-time link for nadia').waitFor()
  await checkPage(t, opened, 'people-link')
  const link = (await page.getByRole('dialog').locator('.code').textContent())!
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await page.getByText('link not yet used').waitFor()
  t.notMatch(await page.content(), link, 'the link is gone from the page')
  await opened.close()

  const hers = await panel.openAs(null, `/link#${new URL(link).hash.slice(1)}`)
  const passwords = hers.page.locator('input[autocomplete=new-password]')
  await passwords.nth(0).fill(PASSWORD)
  await passwords.nth(1).fill(PASSWORD)
  await hers.page.locator('button[type=submit]').click()
  await hers.page.locator('[data-test=account-menu]').waitFor()
  t.equal(await hers.page.getByRole('link', { name: 'People' }).count(), 0, 'for owners only')
  await hers.page.goto(panel.url('/people'))
  await hers.page.getByText('Page not found').waitFor()
  await hers.close()
})

t.test('a disabled account is signed out at once, and can be enabled later', async () => {
  await makeAccount(pool, 'dmytro', 'viewer')
  const his = await panel.openAs(null, '/')
  await signInByPage(his.page, 'dmytro')
  await his.page.locator('[data-test=account-menu]').waitFor()
  const { page, close } = await panel.openAs(OWNER, '/people')
  const change = async (item: string, confirm: string) => {
    await page.getByRole('button', { name: 'Change dmytro' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: confirm }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await change('Disable', 'Disable')
  const row = page.locator('tr[data-row]', { hasText: 'dmytro' })
  await row.getByText('disabled').waitFor()
  await his.page.goto(panel.url('/audit'))
  await his.page.locator('input[name=password]').waitFor()
  await signInByPage(his.page, 'dmytro')
  await his.page.getByText('SIGN_IN_FAILED').waitFor()
  await change('Enable', 'Enable')
  await row.getByText('active').waitFor()
  await signInByPage(his.page, 'dmytro')
  await his.page.locator('[data-test=account-menu]').waitFor()
  await Promise.all([his.close(), close()])
})

t.test('the last owner keeps the role', async t => {
  const opened = await panel.openAs(OWNER, '/people')
  const { page } = opened
  await page.getByRole('button', { name: `Change ${OWNER}` }).click()
  await chooseRole(page, 'viewer')
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('LAST_OWNER').waitFor()
  await checkPage(t, opened, 'people-last-owner')
  await opened.close()
})

t.test('the sessions of another account are listed and ended', async () => {
  const viewers = await panel.openAs(VIEWER, '/account')
  const { page, close } = await panel.openAs(OWNER, '/people')
  await page.getByRole('button', { name: `Change ${VIEWER}` }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog', { name: `Sessions of ${VIEWER}` })
  await dialog.locator('tr[data-row]').first().waitFor()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const asks = page.getByRole('dialog', { name: 'End this session?' })
  await asks.getByLabel('Your password').fill(PASSWORD)
  await asks.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByText('No active sessions').waitFor()
  await viewers.page.reload()
  await viewers.page.locator('input[name=password]').waitFor()
  await Promise.all([viewers.close(), close()])
})

t.test('making a viewer an owner asks for the own password again', async t => {
  await makeAccount(pool, 'larysa', 'viewer')
  const hers = await panel.openAs(null, '/')
  await signInByPage(hers.page, 'larysa')
  await hers.page.locator('[data-test=account-menu]').waitFor()
  const opened = await panel.openAs(OWNER, '/people')
  const { page } = opened
  await page.getByRole('button', { name: 'Change larysa' }).click()
  await chooseRole(page, 'owner')
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  t.ok(await confirm.isDisabled(), 'without the password')
  await dialog.getByLabel('Your password').fill('not my password')
  await confirm.click()
  await dialog.getByText('WRONG_PASSWORD').waitFor()
  await checkPage(t, opened, 'people-owner-refused')
  t.equal(await roleOf('larysa'), 'viewer')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.locator('tr[data-row]', { hasText: 'larysa' })
  await row.getByText('Owner').waitFor()
  t.equal(await roleOf('larysa'), 'owner')
  await hers.page.reload()
  await hers.page.getByRole('link', { name: 'People' }).waitFor()
  await Promise.all([hers.close(), opened.close()])
})

t.test('adding an owner asks for the own password again', async t => {
  const opened = await panel.openAs(OWNER, '/people')
  const { page } = opened
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('orest')
  await dialog.getByLabel('Role').first().click()
  await page.getByRole('option', { name: 'Owner' }).click()
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await dialog.getByText('WRONG_PASSWORD').waitFor()
  t.equal(await roleOf('orest'), null)
  await checkPage(t, opened, 'people-add-owner-refused')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await page.getByText('One-time link for orest').waitFor()
  t.equal(await roleOf('orest'), 'owner')
  await opened.close()
})

t.test('resetting an owner’s password asks for the own password again', async t => {
  await makeAccount(pool, 'bohdana', 'owner')
  const hers = await panel.openAs(null, '/')
  await signInByPage(hers.page, 'bohdana')
  await hers.page.locator('[data-test=account-menu]').waitFor()
  const opened = await panel.openAs(OWNER, '/people')
  const { page } = opened
  await page.getByRole('button', { name: 'Change bohdana' }).click()
  await page.getByRole('menuitem', { name: 'Reset with a one-time link' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  t.ok(await confirm.isDisabled(), 'without the password')
  await checkPage(t, opened, 'people-reset')
  await dialog.getByLabel('Your password').fill('not my password')
  await confirm.click()
  await dialog.getByText('WRONG_PASSWORD').waitFor()
  await hers.page.reload()
  await hers.page.locator('[data-test=account-menu]').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await confirm.click()
  await page.getByText('One-time link for bohdana').waitFor()
  const link = (await page.getByRole('dialog').locator('.code').textContent())!
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await hers.page.reload()
  await hers.page.locator('input[name=password]').waitFor()
  await signInByPage(hers.page, 'bohdana')
  await hers.page.getByText('SIGN_IN_FAILED').waitFor()
  await hers.close()

  const anew = await panel.openAs(null, `/link#${new URL(link).hash.slice(1)}`)
  const passwords = anew.page.locator('input[autocomplete=new-password]')
  await passwords.nth(0).fill('a password of her own')
  await passwords.nth(1).fill('a password of her own')
  await anew.page.locator('button[type=submit]').click()
  await anew.page.getByRole('link', { name: 'People' }).waitFor()
  await Promise.all([anew.close(), opened.close()])
})

async function roleOf(name: string): Promise<string | null> {
  const { rows } = await pool.query<{ role: string }>(
    'SELECT role FROM admin_account WHERE name = $1',
    [name],
  )
  return rows[0]?.role ?? null
}
