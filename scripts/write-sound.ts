// `npm run write:sound`: renders the music of every game, draws its spectrograms into
// docs/pictures, and writes its figures into docs/client.md. Takes a minute of a core.

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../src/environment.ts'
import { GAMES_WITH_MUSIC, scoreOf } from '../web/play/sound/scores/catalogue.ts'
import { wholeOf } from '../web/play/sound/synthesis/sounds.ts'
import { SOUND_COLUMNS, soundRow } from './sound-pictures/figures.ts'
import { drawSpectrograms } from './sound-pictures/spectrogram.ts'

const DOCS = path.join(PROJECT_ROOT, 'docs')
const PAGE = path.join(DOCS, 'client.md')
const TABLE = /(<!-- sound: .*-->\n)[\s\S]*?(<!-- \/sound -->)/

const rows = [SOUND_COLUMNS, SOUND_COLUMNS.map(() => '---')]
for (const id of GAMES_WITH_MUSIC) {
  const score = await scoreOf(id)
  const loops = { main: wholeOf(score, 'main'), feature: wholeOf(score, 'feature') }
  rows.push(soundRow(id, score, loops))
  const picture = drawSpectrograms([loops.main, loops.feature])
  writeFileSync(path.join(DOCS, 'pictures', `sound-${id}.png`), picture)
}
const table = rows.map(cells => `| ${cells.join(' | ')} |\n`).join('')
const page = readFileSync(PAGE, 'utf8')
writeFileSync(PAGE, page.replace(TABLE, `$1\n${table}\n$2`))
