// Played by npm run prove: tests of the admin API state who may do what.
//
// The panel of operators' people in a browser: its sign-in, its first page, and what a role does
// not show; the platform's page of an operator's people; a sign-in through a provider.

import type { Page } from 'playwright-core'
import t from 'tap'
import { createAccount } from '../../src/ledger/admin/accounts.ts'
import { makeAccount, PASSWORD } from '../support/admin.ts'
import { OWNER, openAdminPanel, signInByPage } from '../support/admin-browser.ts'
import { holdPort } from '../support/held-port.ts'
import { CLIENT, startIdentityProvider } from '../support/identity-provider.ts'
import { BET } from '../support/operator-setup.ts'

const provider = await startIdentityProvider(t)
const port = await holdPort()
const url = `http://127.0.0.1:${port}`
const panel = await openAdminPanel(t, {
  operatorPanel: { url, host: '127.0.0.1', port, networks: ['10.0.0.0/8'] },
  oidc: { issuer: provider.issuer, ...CLIENT, name: 'Example ID' },
})
const { setup, node } = panel
const { pool, project } = setup
const { projectId } = project
const { client } = await setup.openGame(node, 'ann')
await client.spin(BET)
await makeAccount(pool, 'boss', 'owner', undefined, projectId)
await makeAccount(pool, 'sofia', 'support', undefined, projectId)

/** Signs in at the operators' panel, and opens a page of it. */
async function enter(page: Page, name: string, at: string): Promise<void> {
  await page.goto(`${url}/admin/`)
  await signInByPage(page, `${name}@${projectId}`)
  await page.locator('[data-test=account-menu]').waitFor()
  await page.goto(`${url}/admin${at}`)
  await page.locator('h1').waitFor()
}

t.test('the sign-in of operators’ people in every look', t =>
  panel.lookAt(t, 'operators-sign-in', null, '/', async page => {
    await page.goto(`${url}/admin/`)
    await page.locator('[data-test=provider]').waitFor()
  }),
)

t.test('the first page of an operator in every look', t =>
  panel.lookAt(t, 'operators-first', null, '/', async page => {
    await enter(page, 'boss', '/')
    await page.locator('[data-test=live][data-state=live]').waitFor()
    await page.locator('tr[data-row]').first().waitFor()
  }),
)

t.test('the people of an operator, as the platform sees them, in every look', t =>
  panel.lookAt(t, 'operators-people', OWNER, `/people?project=${projectId}`, page =>
    page.locator('tr[data-row]').first().waitFor(),
  ),
)

t.test('an operator’s owner adds a person, whose name ends with the project', async t => {
  const { page, close } = await panel.openAs(null, '/')
  await enter(page, 'boss', '/people')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('nadia')
  await dialog.getByText(`Signs in as nadia@${projectId}.`).waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add a person' }).click()
  await page.getByText(`One-time link for nadia@${projectId}`).waitFor()
  const link = (await page.getByRole('dialog').locator('.code').textContent())!
  t.ok(link.startsWith(`${url}/admin/link#`))
  await close()
})

t.test('the support role sees players and rounds, and neither reports nor people', async t => {
  const { page, close } = await panel.openAs(null, '/')
  await enter(page, 'sofia', `/projects/${projectId}/players/ann`)
  for (const name of ['People', 'Reports']) {
    t.equal(await page.getByRole('link', { name, exact: true }).count(), 0, name)
  }
  await page.goto(`${url}/admin/people`)
  await page.getByText('Page not found').waitFor()
  await page.goto(`${url}/admin/rounds`)
  await page.locator('tr[data-row] a[data-to=round]').first().click()
  await page.locator('[data-test=round-cancel]').waitFor()
  t.equal(await page.locator('[data-test=round-putBack]').count(), 0, 'the platform’s')
  await close()
})

t.test('what a support sees of a player in every look', t =>
  panel.lookAt(t, 'operators-support', null, '/', page =>
    enter(page, 'sofia', `/projects/${projectId}/players/ann`),
  ),
)

t.test('a one-time link leads through the provider, and later the button does', async t => {
  const created = await createAccount(
    pool,
    { name: 'vira', role: 'viewer', projectId },
    { actor: 'owner:test', origin: 'a test' },
  )
  if (created.kind === 'refused') throw new Error(created.cause)
  const { page, close } = await panel.openAs(null, '/')
  await page.goto(`${url}/admin/link#${created.link}`)
  const passwords = page.locator('input[autocomplete=new-password]')
  await passwords.nth(0).fill(PASSWORD)
  await passwords.nth(1).fill(PASSWORD)
  await page.locator('[data-test=provider]').click()
  await page.locator('[data-test=account-menu]').waitFor()
  t.equal(new URL(page.url()).search, '', 'the code is gone from the address')
  await page.locator('[data-test=account-menu]').click()
  await page.locator('[data-test=sign-out]').click()
  await page.locator('[data-test=provider]').click()
  await page.getByText(projectId, { exact: true }).first().waitFor()
  await close()
})

t.test('an identity without an account is refused on the page it comes back to', async t => {
  provider.mood.subject = 'a stranger'
  await panel.lookAt(t, 'provider-refused', null, '/', async page => {
    await page.goto(`${url}/admin/`)
    await page.locator('[data-test=provider]').click()
    await page.getByText('SIGN_IN_FAILED').waitFor()
  })
})
