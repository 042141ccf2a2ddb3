// Played by npm run prove: tests of the reports state their figures.
//
// The callback log and the reports in a browser: a wallet that is down is in the log with its code
// and bodies, a report's file downloads, and a game whose return differs from its RTP gets a
// warning; in every look.

import { text as readText } from 'node:stream/consumers'
import t from 'tap'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { checkPage, OWNER, openAdminPanel, VIEWER } from '../support/admin-browser.ts'
import { BET } from '../support/operator-setup.ts'
import { makeRound, storeInTime } from '../support/report-rounds.ts'
import { until } from '../support/until.ts'

const panel = await openAdminPanel(t)
const { setup, node } = panel
const { pool, wallet, stores } = setup

/** Some weeks of invented rounds, and sums of a game that returns a third of its RTP. */
for (let n = 0; n < 240; n++) {
  await storeInTime(
    pool,
    makeRound({
      gameId: n % 3 === 0 ? 'vault-keeper' : 'lucky-lanterns',
      playerId: `player-${n % 7}`,
      stakeMinor: BigInt(100 + (n % 5) * 50),
      winMinor: n % 4 === 0 ? 300n : 0n,
      fate: n % 4 === 0 ? 'won' : 'lost',
      createdAtMs: Date.now() - HOUR_MS - Math.floor((n * 28 * DAY_MS) / 240),
    }),
  )
}
const reportPool = openReportPool(stores.databaseUrl, error => t.fail(String(error)))
t.teardown(() => reportPool.end())
await createReportSums(reportPool).rollUp(60_000)
for (const [gameId, level, share] of [
  ['lucky-lanterns', 0, 1],
  ['lucky-lanterns', 9_450, 1],
  ['vault-keeper', 0, 1 / 3],
] as const) {
  const { version, unitsPerBet, figures } = findGame(gameId)!
  const { rtp, deviationBets } = figures.base!.natural
  const rounds = 2_000_000
  const mean = (level === 0 ? rtp : level / 10_000) * share * unitsPerBet
  const square = mean ** 2 + (deviationBets * unitsPerBet) ** 2
  await pool.query(
    `INSERT INTO report_return VALUES ('casino', current_date - 2, $1, $2, 'base', $3, 'EUR', $4,
      $5, $6, $7, $8)`,
    [
      gameId,
      version,
      level,
      rounds,
      rounds * 100,
      Math.round(rounds * 100 * rtp * share),
      Math.round(mean * rounds),
      Math.round(square * rounds),
    ],
  )
}

const { client } = await setup.openGame(node, 'ann')
wallet.rule({ method: 'bet', playerId: 'ann', act: 'http-500-before-apply', times: 2 })
wallet.rule({ method: 'bet', playerId: 'ann', act: 'invalid-json' })
await client.spin(BET)
await until('the calls are logged', async () => {
  const { rowCount } = await pool.query(`SELECT FROM callback_log WHERE method = 'bet'`)
  return (rowCount ?? 0) >= 4
})

t.test('a wallet that is down is in the log with its code', async t => {
  const opened = await panel.openAs(VIEWER, '/callback-log')
  const { page } = opened
  await page.getByText('CALLBACK_HTTP_ERROR').first().waitFor()
  await page.getByText('Failed', { exact: true }).click()
  await page.locator('tbody .code', { hasText: 'session_info' }).waitFor({ state: 'detached' })
  // The old rows are removed before the requested ones arrive.
  await page.locator('tbody tr').nth(2).waitFor()
  t.equal(await page.locator('tbody tr').count(), 3)
  t.match(page.url(), /outcome=failed/, 'the filter is in the address')
  await page.reload()
  await page.getByText('INVALID_CALLBACK_RESPONSE').first().waitFor()
  await page
    .getByRole('button', { name: /Open the call: bet, CALLBACK_HTTP_ERROR/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('BROKEN').first().waitFor()
  t.match(
    await drawer.locator('pre').first().textContent(),
    /"api_key": "\*\*\*",\n {2}"player_id": "ann"/,
  )
  await checkPage(t, opened, 'callback-log-call')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await opened.close()
})

t.test('the log in every look', t =>
  panel.lookAt(t, 'callback-log', OWNER, '/callback-log?project=casino', page =>
    page.getByText('CALLBACK_HTTP_ERROR').first().waitFor(),
  ),
)

t.test('a call in every look', t =>
  panel.lookAt(
    t,
    'callback-call',
    OWNER,
    '/callback-log?project=casino&outcome=failed',
    async page => {
      await page.locator('tbody button').first().click()
      await page.getByRole('dialog').locator('pre').first().waitFor()
    },
  ),
)

for (const tab of ['ggr', 'rounds', 'reconciliation', 'returns']) {
  t.test(`the report ${tab} in every look`, t =>
    panel.lookAt(t, `report-${tab}`, OWNER, `/reports?tab=${tab}&project=casino`, async page => {
      await page.locator('tbody tr').first().waitFor()
      if (tab !== 'returns') await page.locator('.recharts-bar-rectangle').first().waitFor()
    }),
  )
}

t.test('a report downloads as a file of all its rows', async t => {
  const { page, close } = await panel.openAs(VIEWER, '/reports?tab=rounds&project=casino')
  await page.locator('tbody tr').first().waitFor()
  t.equal(await page.locator('tbody tr').count(), 50, 'a page of the list')
  const downloading = page.waitForEvent('download')
  await page.locator('[data-test=csv]').click()
  const file = await downloading
  t.match(file.suggestedFilename(), /^rounds-casino-.*\.csv$/)
  const text = await readText(await file.createReadStream())
  t.ok(text.trim().split('\r\n').length > 200, 'not only the page that is shown')
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.locator('tbody tr').nth(60).waitFor()
  await close()
})

t.test('the page of returns warns of a game outside its band, and of no other', async t => {
  const { page, close } = await panel.openAs(VIEWER, '/reports?tab=returns&project=casino')
  const warning = page.locator('[data-test=return-warning]')
  await warning.waitFor()
  t.match(await warning.textContent(), /vault-keeper base/)
  t.notMatch(await warning.textContent(), /lucky-lanterns/)
  t.equal(await page.getByText('Outside', { exact: true }).count(), 1)
  await page.getByRole('tab', { name: 'GGR' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Rounds', selected: true }).waitFor()
  t.match(page.url(), /tab=rounds/, 'the arrow keys switch tabs')
  await close()
})

t.test('past the bound of projects in a report one is chosen by a part of its id', async t => {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     SELECT 'many-' || to_char(n, 'FM000'), callback_url, api_key_sealed, sha256(n::text::bytea)
     FROM project, generate_series(1, 201) n WHERE project_id = 'casino'`,
  )
  const opened = await panel.openAs(VIEWER, '/reports?tab=rounds')
  const { page } = opened
  await page.getByText('There are more than 200 projects').waitFor()
  await page.getByText('TOO_MANY_PROJECTS').waitFor()
  t.equal(await page.locator('[data-test=csv]').count(), 0, 'there is no file either')
  await checkPage(t, opened, 'report-too-many')
  const project = page.getByLabel('Project').first()
  await project.click()
  t.equal(await page.getByRole('option', { name: 'many-201' }).count(), 0, 'not only the first 200')
  await page.getByRole('option', { name: 'More projects' }).waitFor()
  await project.fill('201')
  await page.getByRole('option', { name: 'many-201' }).click()
  await page.getByText('No data in this period').waitFor()
  t.match(page.url(), /project=many-201/)
  t.ok(await page.locator('[data-test=csv]').getAttribute('href'))
  await page.reload()
  t.equal(await project.inputValue(), 'many-201')
  await opened.close()

  const look = { screen: 'phone', scheme: 'dark', language: 'uk' } as const
  const phone = await panel.openAs(VIEWER, '/reports?tab=reconciliation', look)
  await phone.page.getByText('виберіть один').waitFor()
  await checkPage(t, phone, 'report-too-many-uk')
  await phone.close()
  await pool.query(`DELETE FROM project WHERE project_id LIKE 'many-%'`)
})
