// The admin panel's sign-in in a browser: first owner by a one-time link, wrong passwords, a
// session that ends while a form is filled in, a viewer's view; and the rules of every page: its
// policy, its size, its keyboard.

import t from 'tap'
import { createAccount } from '../../src/ledger/admin/accounts.ts'
import { PASSWORD } from '../support/admin.ts'
import { checkPage, OWNER, openAdminPanel, signInByPage, VIEWER } from '../support/admin-browser.ts'
import { onlyFullSize } from '../support/size.ts'

const FIRST_PAGE_MAX_BYTES = 350 * 1024
const panel = await openAdminPanel(t)
const { pool } = panel.setup

t.test('the sign-in page in every look', t => panel.lookAt(t, 'sign-in', null, '/'))

t.test('the own account in every look', t => panel.lookAt(t, 'account', OWNER, '/account'))

t.test('a wrong password is refused, without naming the wrong field', async t => {
  const opened = await panel.openAs(null, '/')
  const { page } = opened
  await signInByPage(page, OWNER, 'not the password')
  await page.getByText('SIGN_IN_FAILED').waitFor()
  t.equal(await page.locator('input[name=username]').inputValue(), OWNER, 'the name stays')
  await checkPage(t, opened, 'sign-in-refused')
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[data-test=account-menu]').waitFor()
  t.equal(await page.locator('.test-only').textContent(), 'TEST_ONLY')
  await opened.close()
})

t.test('a one-time link makes the intended owner, once', async t => {
  const by = { actor: 'platform', origin: 'a test' }
  const created = await createAccount(pool, { name: 'first', role: 'owner', projectId: null }, by)
  if (created.kind === 'refused') throw new Error(created.cause)
  const opened = await panel.openAs(null, `/link#${created.link}`)
  const { page } = opened
  await page.getByText('Welcome, first').waitFor()
  const passwords = page.locator('input[autocomplete=new-password]')
  const submit = page.locator('button[type=submit]')
  await passwords.nth(0).fill('too short')
  await passwords.nth(1).fill('too short')
  t.ok(await submit.isDisabled(), 'fewer than 12 characters are refused')
  await passwords.nth(0).fill(PASSWORD)
  await passwords.nth(1).fill('something else')
  t.ok(await submit.isDisabled(), 'two that differ are refused')
  await passwords.nth(1).fill(PASSWORD)
  await checkPage(t, opened, 'link')
  await submit.click()
  await page.locator('[data-test=account-menu]').waitFor()
  t.notMatch(page.url(), created.link, 'the link has left the address')
  await opened.close()

  const again = await panel.openAs(null, `/link#${created.link}`)
  await again.page.getByText('UNKNOWN_LINK').waitFor()
  await again.close()
})

t.test('a session that ends keeps the page and the typed text', async t => {
  const opened = await panel.openAs(null, '/')
  const { page } = opened
  await signInByPage(page, OWNER)
  await page.locator('[data-test=account-menu]').waitFor()
  await page.goto(panel.url('/account'))
  await page.getByLabel('Current password').fill('typed before')
  await page.locator('input[name=new-password]').fill('a new and long one')
  await page.locator('input[name=new-password-again]').fill('a new and long one')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('dialog').waitFor()
  await checkPage(t, opened, 'session-over')
  await signInByPage(page, OWNER)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.equal(await page.getByLabel('Current password').inputValue(), 'typed before')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('WRONG_PASSWORD').waitFor()
  await opened.close()
})

t.test('signing out ends the session and shows none of its data', async t => {
  const opened = await panel.openAs(null, '/')
  const { page } = opened
  await signInByPage(page, VIEWER)
  await page.locator('[data-test=account-menu]').click()
  await page.locator('[data-test=sign-out]').click()
  await page.locator('input[name=password]').waitFor()
  await page.reload()
  await page.locator('input[name=password]').waitFor()
  t.notMatch((await page.locator('body').textContent())!, VIEWER)
  await opened.close()
})

t.test('language and colours are chosen and kept', onlyFullSize, async t => {
  const { page, close } = await panel.openAs(OWNER, '/account')
  t.equal(await page.title(), 'Account · Reelhouse admin')
  await page.locator('[data-test=language]').click()
  await page.getByRole('menuitem', { name: 'Українська' }).click()
  await page.getByRole('heading', { name: 'Обліковий запис' }).waitFor()
  await page.locator('[data-test=scheme]').click()
  await page.getByRole('menuitem', { name: 'Темні' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Обліковий запис' }).waitFor()
  t.equal(await page.locator('html').getAttribute('lang'), 'uk')
  t.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark')
  await close()
})

t.test('every step can be done by keyboard', onlyFullSize, async t => {
  const { page, close } = await panel.openAs(null, '/')
  const focused = () => page.evaluate<string>('document.activeElement.name ?? ""')
  await page.locator('input[name=username]').focus()
  await page.keyboard.type(OWNER)
  await page.keyboard.press('Tab')
  t.equal(await focused(), 'password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[data-test=account-menu]').waitFor()
  await page.goto(panel.url('/account'))
  await page.locator('h1').waitFor()
  await page.keyboard.press('Tab')
  t.equal(await page.evaluate('document.activeElement.className'), 'skip', 'the skip link is first')
  await page.keyboard.press('Enter')
  t.equal(await page.evaluate('document.activeElement.id'), 'content')
  await page.locator('[data-test=account-menu]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  t.equal(await page.evaluate('document.activeElement.dataset.test'), 'account-menu')
  await close()
})

t.test('the page runs and shows only what its server sent', async t => {
  const opened = await panel.openAs(null, '/account')
  const { page } = opened
  const answer = await page.reload()
  const policy = answer!.headers()['content-security-policy']!
  t.notMatch(policy, /unsafe/)
  t.match(policy, /style-src 'self' 'nonce-[A-Za-z0-9+/=]+'/)
  const again = await page.reload()
  t.not(again!.headers()['content-security-policy'], policy, 'the nonce is valid for one answer')
  await checkPage(t, opened, 'policy')
  await opened.close()
})

t.test('the first page, sign-in included, is smaller than 350 kB', async t => {
  const { page } = await panel.openAs(null, '/account')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  // The answer for a browser without a better coding.
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  await page.goto(panel.url('/'))
  await signInByPage(page, OWNER)
  await page.locator('[data-test=account-menu]').waitFor()
  await page.locator('h1').waitFor()
  t.comment(`the first page has ${bytes} bytes`)
  t.ok(bytes > 100 * 1024 && bytes < FIRST_PAGE_MAX_BYTES, `${bytes} bytes`)
  // Its headers are changed for good.
  await page.context().close()
})
