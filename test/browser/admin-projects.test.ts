// Played by npm run prove: tests of the admin API do the same to projects, without pages.
//
// Projects in the admin panel, in a browser: a new one, its settings and limits, a conflict of two
// owners, a refused value, a wallet that is down, the switch, the keys, a wallet that is tried, and a
// viewer's view; every tab in every look.

import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { createProject, findProject } from '../../src/ledger/projects/projects.ts'
import { PASSWORD } from '../support/admin.ts'
import { checkPage, OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { post } from '../support/operator-setup.ts'
import { onlyFullSize, sized } from '../support/size.ts'

const panel = await openAdminPanel(t)
const { pool, masterKey, wallet } = panel.setup
await ensureInternalProjects(pool, masterKey)
const BOB = { allowLoopback: true, by: { actor: 'owner:bob', origin: 'admin panel, 10.1.2.3' } }

const textOf = async (part: Locator) => (await part.textContent()) ?? ''
const load = async (projectId: string) => (await findProject(pool, masterKey, projectId))!

async function make(projectId: string): Promise<void> {
  const wanted = { projectId, callbackUrl: wallet.url, allowedNetworks: ['127.0.0.0/8'] }
  const created = await createProject(pool, masterKey, wanted, BOB)
  if (!created.ok) throw new Error(created.reason)
  const settings = {
    ...created.project.settings,
    rtp: { provider_a: { providerBps: 9_450, personal: true, adaptive: null } },
    projectLimits: [
      { scope: { kind: 'default' }, currency: 'EUR', minMinor: 10n, maxMinor: 50_000n },
      {
        scope: { kind: 'provider', provider: 'provider_a' },
        currency: 'EUR',
        minMinor: null,
        maxMinor: 40_000n,
      },
    ] as const,
    gameLimits: [
      { gameId: 'lucky-lanterns', currency: 'EUR', minMinor: null, maxMinor: 20_000n },
    ] as const,
    disabledModes: ['buy'] as const,
  }
  const changed = await changeProject(pool, masterKey, created.project, { settings }, BOB)
  if (!changed.ok) throw new Error(changed.code)
}

/** In the dialog that asks for it. */
async function givePassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm with your password' })
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function saveWithPassword(page: Page): Promise<void> {
  await page.locator('[data-test=save-bar]').getByRole('button', { name: 'Save' }).click()
  await givePassword(page)
}

for (const name of ['northern-star', 'casino-royal', 'lucky-seven', 'acme']) await make(name)

t.test('the list in every look', t => panel.lookAt(t, 'projects', OWNER, '/projects'))

for (const tab of sized(['settings'], ['overview', 'settings', 'limits', 'rtp', 'keys'])) {
  t.test(`${tab} of a project in every look`, t =>
    panel.lookAt(t, `project-${tab}`, OWNER, `/projects/acme?tab=${tab}`, page =>
      page.locator('section h2').first().waitFor(),
    ),
  )
}

t.test('a project is found and created, and its key shown once', async t => {
  const opened = await panel.openAs(OWNER, '/projects')
  const { page } = opened
  await page.getByLabel('Search').fill('royal')
  await page.locator('[data-row=casino-royal]').waitFor()
  await page.locator('[data-row=acme]').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Project id').fill('Fresh')
  await page.getByLabel('Callback URL').fill('http://wallet.example.com')
  await page.getByLabel('Your password').fill('not my password')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('WRONG_PASSWORD').waitFor()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('INVALID_CALLBACK_URL').waitFor()
  t.equal(await page.getByLabel('Project id').inputValue(), 'Fresh', 'the typed text stays')
  await checkPage(t, opened, 'project-create-refused')
  await page.getByLabel('Callback URL').fill(wallet.url)
  await page.getByLabel('Project id').fill('fresh')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Project fresh created').waitFor()
  const { apiKey } = await load('fresh')
  t.ok((await textOf(page.getByRole('dialog'))).includes(apiKey))
  await checkPage(t, opened, 'project-created')
  await page.getByRole('button', { name: 'Open project' }).click()
  await page.getByRole('heading', { level: 1, name: 'fresh' }).waitFor()
  t.notOk((await page.content()).includes(apiKey))
  await opened.close()
})

t.test('a refused value is marked in its field, and no typed text is lost', async t => {
  const opened = await panel.openAs(OWNER, '/projects/northern-star?tab=limits')
  const { page } = opened
  const line = page.locator('[data-line="projectLimits[0]"]')
  await line.getByLabel('Maximum').fill('0.05')
  await page.locator('[data-test=tab-settings]').click()
  await page.getByLabel('Spin pace').fill('2500')
  await saveWithPassword(page)
  await page.getByText('INVALID_REQUEST').waitFor()
  await page.locator('[data-test=tab-limits]').click()
  await line.getByText('minimum not above maximum').waitFor()
  t.equal(await line.getByLabel('Maximum').inputValue(), '0.05')
  await checkPage(t, opened, 'project-refused')
  await line.getByLabel('Maximum').fill('300')
  await saveWithPassword(page)
  await page.locator('[data-test=save-bar]').waitFor({ state: 'detached' })
  const { settings } = await load('northern-star')
  t.equal(settings.projectLimits[0]!.maxMinor, 30_000n)
  t.equal(settings.spinPaceMs, 2_500)
  await opened.close()
})

t.test('a save asks for the password where necessary, and keeps the typed text', async t => {
  const opened = await panel.openAs(OWNER, '/projects/northern-star?tab=settings')
  const { page } = opened
  const save = page.locator('[data-test=save-bar]').getByRole('button', { name: 'Save' })
  await page.getByLabel('Wallet connections').fill('48')
  await save.click()
  await page.locator('[data-test=save-bar]').waitFor({ state: 'detached' })
  t.equal((await load('northern-star')).settings.walletConnections, 48, 'no password needed')
  const before = await load('northern-star')
  await page.getByLabel('Callback URL').fill(`${wallet.url}/elsewhere`)
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('WRONG_PASSWORD').waitFor()
  await checkPage(t, opened, 'project-save-password')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.equal(await page.getByLabel('Callback URL').inputValue(), `${wallet.url}/elsewhere`)
  t.equal((await load('northern-star')).revision, before.revision, 'nothing is saved')
  await page.getByLabel('Callback URL').fill(before.callbackUrl)
  await opened.close()
})

t.test(
  'an address that was saved without the password is confirmed, and then tested',
  onlyFullSize,
  async t => {
    await pool.query(
      `UPDATE project SET callback_confirmed = NULL WHERE project_id = 'northern-star'`,
    )
    const opened = await panel.openAs(OWNER, '/projects/northern-star?tab=settings')
    const { page } = opened
    const part = page.locator('[data-test=connection-test]')
    await part.getByText('saved without the password').waitFor()
    t.ok(await part.getByRole('button', { name: 'Test' }).isDisabled())
    await checkPage(t, opened, 'project-unconfirmed')
    await part.getByRole('button', { name: 'Confirm the URL' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm the URL' }).click()
    await part.getByText('saved without the password').waitFor({ state: 'detached' })
    await part.getByRole('button', { name: 'Test' }).click()
    await part.getByText('The wallet answered').waitFor()
    await opened.close()
  },
)

t.test('the effective limit names the layer that gave it', onlyFullSize, async t => {
  const opened = await panel.openAs(OWNER, '/projects/acme?tab=limits')
  const { page } = opened
  const part = page.locator('[data-test=effective-limit]')
  t.match(await textOf(part.locator('[data-test=range]')), /200\.00/)
  await part
    .locator('.layer', { hasText: 'Per-game limit' })
    .getByText('sets the maximum')
    .waitFor()
  await opened.close()
})

t.test('of two owners the second sees the differences and chooses between values', async t => {
  const opened = await panel.openAs(OWNER, '/projects/lucky-seven?tab=settings')
  const { page } = opened
  await page.getByLabel('Spin pace').fill('3000')
  await page.getByLabel('Wallet connections').fill('32')
  await page.getByLabel('Reports').fill('77')
  const read = await load('lucky-seven')
  const settings = { ...read.settings, spinPaceMs: 1_000, walletConnections: 16 }
  const edit = { settings: { ...settings, frameAncestors: ['https://bob.example'] } }
  const changed = await changeProject(pool, masterKey, read, edit, BOB)
  t.ok(changed.ok)
  await saveWithPassword(page)
  const dialog = page.locator('[data-test=conflict]')
  await dialog.waitFor()
  const pace = dialog.locator('[data-value=spinPaceMs]')
  t.match(await textOf(pace), /0.*1000.*owner:bob.*3000/s)
  t.match(await textOf(dialog), /https:\/\/bob\.example/, 'what others changed besides')
  await checkPage(t, opened, 'project-conflict')
  await pace.getByText('Take theirs').click()
  await page.getByRole('button', { name: 'Save again' }).click()
  await dialog.waitFor({ state: 'detached' })
  await givePassword(page)
  await page.locator('[data-test=save-bar]').waitFor({ state: 'detached' })
  const now = (await load('lucky-seven')).settings
  t.match(now, { spinPaceMs: 1_000, walletConnections: 32, callsPerMinute: { reports: 77 } })
  t.strictSame(now.frameAncestors, ['https://bob.example'])
  await opened.close()
})

t.test(
  'the connection test shows what is wrong with a wallet that is down',
  onlyFullSize,
  async t => {
    const opened = await panel.openAs(OWNER, '/projects/acme?tab=settings')
    const { page } = opened
    const part = page.locator('[data-test=connection-test]')
    await part.getByRole('button', { name: 'Test' }).click()
    await part.getByText('The wallet answered').waitFor()
    wallet.rule({ method: 'session_info', playerId: 'down', act: 'http-500-before-apply' })
    await part.getByLabel('Player id').fill('down')
    await part.getByRole('button', { name: 'Test' }).click()
    await part.getByText('CALLBACK_HTTP_ERROR').waitFor()
    await checkPage(t, opened, 'project-wallet-down')
    await opened.close()
  },
)

t.test('a project is switched off and on', onlyFullSize, async t => {
  const opened = await panel.openAs(OWNER, '/projects/casino-royal')
  const { page } = opened
  const { apiKey } = await load('casino-royal')
  const call = { partner: 'casino-royal', api_key: apiKey, method: 'freespins_list' }
  const turn = async (label: string) => {
    await page.locator('[data-test=switch]').click()
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: label }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await turn('Disable')
  t.match(await post(panel.node, '/gameActions.do', call), { status: 403 })
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  await checkPage(t, opened, 'project-off')
  await turn('Enable')
  t.match(await post(panel.node, '/gameActions.do', call), { status: 200 })
  await opened.close()
})

t.test('a key is revealed, and renewed by typing the project’s id', async t => {
  const opened = await panel.openAs(OWNER, '/projects/acme?tab=keys')
  const { page } = opened
  const { apiKey: old } = await load('acme')
  await page.getByRole('button', { name: 'Reveal' }).click()
  const revealing = page.getByRole('dialog')
  await revealing.getByLabel('Your password').fill('not my password')
  await revealing.getByRole('button', { name: 'Reveal' }).click()
  await revealing.getByText('WRONG_PASSWORD').waitFor()
  t.equal(await page.locator('[data-test=shown-key]').count(), 0)
  await revealing.getByLabel('Your password').fill(PASSWORD)
  await revealing.getByRole('button', { name: 'Reveal' }).click()
  await page.locator('[data-test=shown-key]').getByText(old).waitFor()
  await page.getByRole('button', { name: 'Regenerate' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Regenerate' })
  await dialog.getByLabel('Type acme to confirm').fill('acm')
  t.ok(await submit.isDisabled())
  await checkPage(t, opened, 'project-regenerate')
  await dialog.getByLabel('Type acme to confirm').fill('acme')
  t.ok(await submit.isDisabled(), 'the password is required again')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await submit.click()
  await page.getByText('The old one no longer works').waitFor()
  const { apiKey } = await load('acme')
  t.not(apiKey, old)
  t.ok((await textOf(page.locator('[data-test=shown-key]'))).includes(apiKey))
  await page.locator('[data-test=sign-start]').click()
  const start = dialog.getByRole('button', { name: 'Start signing' })
  t.ok(await start.isDisabled(), 'for a signing key too')
  await dialog.getByLabel('Your password').fill('not my password')
  await start.click()
  await dialog.getByText('WRONG_PASSWORD').waitFor()
  t.strictSame((await load('acme')).signingKeys, [], 'nothing is signed')
  await checkPage(t, opened, 'project-signing-refused')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await start.click()
  await page.locator('[data-test=sign-rotate]').waitFor()
  const { signingKeys } = await load('acme')
  t.ok((await textOf(page.locator('main'))).includes(signingKeys[0]!))
  await checkPage(t, opened, 'project-keys-shown')
  await opened.close()
})

t.test('a jurisdiction profile has a preset, and differences from it', onlyFullSize, async t => {
  const opened = await panel.openAs(OWNER, '/projects/casino-royal?tab=settings')
  const { page } = opened
  const rule = (name: string) => page.locator(`[data-rule=${name}]`)
  await page.getByLabel('Preset').first().click()
  await page.getByRole('option', { name: /^UK/ }).click()
  t.notOk(await rule('turbo').getByRole('switch').isChecked())
  await page.getByText('at least 2500 ms').waitFor()
  t.equal(await page.getByText('differs', { exact: true }).count(), 0)
  await rule('autoplay').getByRole('switch').check({ force: true })
  await rule('autoplay').getByText('differs').waitFor()
  await page.getByLabel('Interval, minutes').fill('30')
  await page.getByLabel('Exit page').fill('http://casino.example.com')
  await saveWithPassword(page)
  await page.getByText('an https address').first().waitFor()
  await page.getByLabel('Exit page').fill('https://casino.example.com/')
  await checkPage(t, opened, 'project-profile')
  await saveWithPassword(page)
  await page.locator('[data-test=save-bar]').waitFor({ state: 'detached' })
  t.strictSame((await load('casino-royal')).settings.playProfile, {
    preset: 'uk',
    overrides: {
      autoplay: true,
      realityCheckMinutes: 30,
      exitUrl: 'https://casino.example.com/',
    },
  })
  await opened.close()
})

t.test('a wallet is tried: its calls are shown, and the report in every look', async t => {
  const opened = await panel.openAs(OWNER, '/projects/acme?tab=wallet')
  const { page } = opened
  await page.locator('[data-test=try-wallet]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Some calls are wrong on purpose').waitFor()
  t.match(await dialog.getByLabel('Player of the run').inputValue(), /^wallet-check-/)
  await checkPage(t, opened, 'wallet-begin')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Run the checks' }).click()
  const run = page.locator('[data-test=wallet-check]')
  await run.and(page.locator('[data-outcome=running]')).waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  t.ok(await page.locator('[data-test=try-wallet]').isDisabled(), 'one run at a time')
  await checkPage(t, opened, 'wallet-running')
  await run.and(page.locator('[data-outcome=failed], [data-outcome=passed]')).waitFor()
  const check = page.locator('[data-check=session-info]')
  await check.locator('summary').first().click()
  await check.locator('summary', { hasText: 'session_info' }).first().click()
  await check.locator('pre', { hasText: '"api_key": "***"' }).waitFor()
  t.notOk((await page.content()).includes((await load('acme')).apiKey))
  await checkPage(t, opened, 'wallet-report')
  await opened.close()
  await panel.lookAt(t, 'project-wallet', OWNER, '/projects/acme?tab=wallet', shown =>
    shown.locator('[data-check=session-info]').waitFor(),
  )
})

t.test('an internal project is shown locked', onlyFullSize, async t => {
  const opened = await panel.openAs(OWNER, '/projects/demo?tab=settings')
  t.ok(await opened.page.getByLabel('Callback URL').isDisabled())
  await opened.page.locator('[data-test=tab-keys]').click()
  t.ok(await opened.page.getByRole('button', { name: 'Regenerate' }).isDisabled())
  await checkPage(t, opened, 'project-locked')
  await opened.close()
})

t.test('a viewer sees everything and cannot change it', async t => {
  const opened = await panel.openAs(VIEWER, '/projects')
  const { page } = opened
  t.equal(await page.getByRole('button', { name: 'New project' }).count(), 0)
  await page.getByRole('link', { name: 'acme' }).click()
  await page.getByText('At a glance').waitFor()
  t.equal(await page.locator('[data-test=switch]').count(), 0)
  for (const tab of ['settings', 'limits', 'rtp', 'keys', 'wallet']) {
    await page.locator(`[data-test=tab-${tab}]`).click()
    await page.locator('section h2').first().waitFor()
    const inputs = page.locator(
      'main input:not([disabled]):not([type=hidden]):not([data-test=effective-limit] input)',
    )
    t.equal(await inputs.count(), 0, tab)
    if (tab === 'keys') t.equal(await page.getByRole('button', { name: 'Reveal' }).count(), 0)
    if (tab === 'wallet') t.equal(await page.locator('[data-test=try-wallet]').count(), 0)
    await checkPage(t, opened, `project-viewer-${tab}`)
  }
  await opened.close()
})
