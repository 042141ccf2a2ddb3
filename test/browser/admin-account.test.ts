// Played by npm run prove: tests of the admin API state its rules.
//
// The user's own account in a browser: a new password, a second step, other sessions.

import * as OTPAuth from 'otpauth'
import type { Page } from 'playwright-core'
import t from 'tap'
import { makeAccount, PASSWORD } from '../support/admin.ts'
import { checkPage, openAdminPanel, signInByPage } from '../support/admin-browser.ts'

const panel = await openAdminPanel(t)
const { pool } = panel.setup
const NEXT_PASSWORD = 'another long password'

async function signInAs(name: string, password = PASSWORD) {
  const opened = await panel.openAs(null, '/account')
  await signInByPage(opened.page, name, password)
  await opened.page.locator('[data-test=account-menu]').waitFor()
  return opened
}

t.test('a new password ends every other session', async t => {
  await makeAccount(pool, 'petro', 'viewer')
  const [here, there] = [await signInAs('petro'), await signInAs('petro')]
  const { page } = here
  await page.getByLabel('Current password').fill(PASSWORD)
  for (const field of ['new-password', 'new-password-again']) {
    await page.locator(`input[name=${field}]`).fill(NEXT_PASSWORD)
  }
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  t.equal(await page.getByLabel('Current password').inputValue(), '', 'no typed password remains')
  await there.page.reload()
  await there.page.locator('input[name=password]').waitFor()
  await signInByPage(there.page, 'petro', PASSWORD)
  await there.page.getByText('SIGN_IN_FAILED').waitFor()
  await signInByPage(there.page, 'petro', NEXT_PASSWORD)
  await there.page.locator('[data-test=account-menu]').waitFor()
  await Promise.all([here.close(), there.close()])
})

t.test('another session of the own account is ended', async () => {
  await makeAccount(pool, 'stefa', 'viewer')
  const [there, here] = [await signInAs('stefa'), await signInAs('stefa')]
  await here.page.getByRole('button', { name: 'End', exact: true }).click()
  const asks = here.page.getByRole('dialog', { name: 'End this session?' })
  await asks.getByLabel('Your password').fill(PASSWORD)
  await asks.getByRole('button', { name: 'End', exact: true }).click()
  await here.page.getByText('Session ended.').waitFor()
  await here.page.locator('tr[data-row]').nth(1).waitFor({ state: 'detached' })
  await there.page.reload()
  await there.page.locator('input[name=password]').waitFor()
  await Promise.all([here.close(), there.close()])
})

t.test('with a second step, sign-in asks for a code of the authenticator', async t => {
  await makeAccount(pool, 'taras', 'owner')
  const opened = await signInAs('taras')
  const secret = await setUpTotp(opened.page, async () => checkPage(t, opened, 'account-totp'))
  await opened.close()

  const { page, close } = await panel.openAs(null, '/account')
  await signInByPage(page, 'taras')
  const code = page.locator('input[name=code]')
  await code.waitFor()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('SIGN_IN_FAILED').waitFor()
  await code.fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.locator('[data-test=account-menu]').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  // Half a minute later, when the authenticator shows the next code.
  await pool.query(`UPDATE admin_account SET totp_step = 0 WHERE name = 'taras'`)
  await dialog.getByLabel('Authenticator code').fill(codeOf(secret, 1))
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('The second step is off.').waitFor()
  await close()
})

const CODE_WORDS = {
  en: {
    turnOff: 'Turn off',
    note: 'Each code works once',
    refused: 'Wait until your authenticator shows the next one',
  },
  uk: {
    turnOff: 'Вимкнути',
    note: 'дочекайтеся наступного',
    refused: 'Дочекайтеся наступного коду в застосунку',
  },
} as const

for (const language of ['en', 'uk'] as const) {
  t.test(`after a sign-in the page says to wait for the next code, ${language}`, async t => {
    const { turnOff, note, refused } = CODE_WORDS[language]
    const name = `yaryna-${language}`
    await makeAccount(pool, name, 'viewer')
    const opened = await signInAs(name)
    const secret = await setUpTotp(opened.page, async () => {})
    await opened.close()
    const look = { screen: 'phone', scheme: 'light', language } as const
    const again = await panel.openAs(null, '/account', look)
    const { page } = again
    await signInByPage(page, name)
    const code = codeOf(secret, 1)
    await page.locator('input[name=code]').fill(code)
    await page.keyboard.press('Enter')
    await page.locator('[data-test=account-menu]').waitFor()
    await page.getByRole('button', { name: turnOff }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(note).waitFor()
    await dialog.locator('input[name=current-password]').fill(PASSWORD)
    await dialog.locator('input[name=current-code]').fill(code)
    await dialog.getByRole('button', { name: turnOff }).click()
    await dialog.getByText(refused).waitFor()
    await dialog.getByText('CODE_USED').waitFor()
    await checkPage(t, again, `account-code-used-${language}`)
    await again.close()
  })
}

/** Resolves with the secret that was set up. */
async function setUpTotp(page: Page, look: () => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  await look()
  const secret = (await dialog.locator('.code').textContent())!
  await dialog.getByLabel('Code that it shows now').fill(codeOf(secret, 0))
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The second step is on.').waitFor()
  return secret
}

/** Each code works once: the next code must be of a later step. */
function codeOf(secret: string, stepsAhead: number): string {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret), period: 30 })
  return totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 })
}
