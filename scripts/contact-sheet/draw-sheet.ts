// Draws one sheet: pictures in rows by state and columns by window, as one JPEG. It must never take
// a picture of a game itself.

import type { Browser } from 'playwright-core'
import type { Row, Size } from './shapes.ts'

/** The longer side of a picture on the sheet, in CSS pixels, for upright and wide ones. */
const LONGEST_PX = 560
const JPEG_QUALITY = 84

export async function drawSheet(
  browser: Browser,
  title: string,
  rows: readonly Row[],
  sizes: readonly Size[],
): Promise<Buffer> {
  const widths = sizes.map(([width, height]) =>
    Math.round((LONGEST_PX * width) / Math.max(width, height)),
  )
  const columns = `110px ${widths.map(width => `${width}px`).join(' ')}`
  const head = ['', ...sizes.map(size => size.join(' × '))].map(text => `<b>${text}</b>`)
  const cells = rows.flatMap(({ state, pictures }) => [
    `<h2>${state}</h2>`,
    ...pictures.map(picture => (picture === null ? '<i></i>' : `<img src="${dataUrl(picture)}">`)),
  ])
  const page = await browser.newPage({
    viewport: { width: widths.reduce((sum, width) => sum + width + 10, 140), height: 600 },
  })
  try {
    await page.setContent(
      `<style>
        body { margin: 12px; background: #1c1c22; color: #fff; font: 600 15px sans-serif }
        main { display: grid; grid-template-columns: ${columns}; gap: 10px; align-items: start }
        img { width: 100%; display: block } h2 { font-size: 17px }
      </style><h1>${title}</h1><main>${[...head, ...cells].join('')}</main>`,
      { waitUntil: 'load' },
    )
    return await page.screenshot({ fullPage: true, type: 'jpeg', quality: JPEG_QUALITY })
  } finally {
    await page.close()
  }
}

function dataUrl(picture: Buffer): string {
  return `data:image/jpeg;base64,${picture.toString('base64')}`
}
