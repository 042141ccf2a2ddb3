// Cells of CSV files: quoted where necessary, and none that a spreadsheet would execute.

import t from 'tap'
import { writeCsv } from '../../src/admin/reports/csv.ts'

async function write(texts: readonly string[]): Promise<string> {
  const columns = [
    { name: 'player', title: 'player', kind: 'text' },
    { name: 'amountMinor', title: 'amount', kind: 'money' },
  ] as const
  async function* pages() {
    yield texts.map(player => ({ player, amountMinor: -150n }))
  }
  let file = ''
  for await (const chunk of writeCsv(columns, pages())) file += chunk
  return file
}

t.test('cells are quoted, and no cell is a formula', async t => {
  const cells = {
    plain: 'plain',
    'a,b': '"a,b"',
    'say "hi"': '"say ""hi"""',
    'two\nlines': '"two\nlines"',
    ...{ '=1+1': "'=1+1", '+1': "'+1", '-1': "'-1", '@x': "'@x", '\tx': "'\tx" },
    'Ієрогліф 字': 'Ієрогліф 字',
    '': '',
  }
  const lines = Object.values(cells).map(cell => `${cell},-1.50\r\n`)
  t.equal(await write(Object.keys(cells)), `\ufeffplayer,amount\r\n${lines.join('')}`)
})

/** A text and its cell: an apostrophe makes it plain text in every spreadsheet. */
const NEUTRALISED: Record<string, [text: string, cell: string]> = {
  'full-width equals': ['＝1+1', "'＝1+1"],
  'full-width plus': ['＋1', "'＋1"],
  'full-width minus': ['－1', "'－1"],
  'full-width at': ['＠SUM(1)', "'＠SUM(1)"],
  'the mathematical minus': ['−1', "'−1"],
  'a blank before': [' =1+1', "' =1+1"],
  'a no-break space before': ['\u00a0=1+1', "'\u00a0=1+1"],
  'an ideographic space before': ['\u3000＝1+1', "'\u3000＝1+1"],
  'a mark without width before': ['\u200b=1+1', "'\u200b=1+1"],
  'a byte order mark before': ['\ufeff=1+1', "'\ufeff=1+1"],
  'a direction mark before': ['\u202e=1+1', "'\u202e=1+1"],
  'a control before': ['\u0001=1+1', "'\u0001=1+1"],
  'a line feed before': ['\nx', `"'\nx"`],
  'a quote before': ['"=1+1', `"'""=1+1"`],
  // A spreadsheet that separates cells by semicolons does not see that the comma-separated cell is
  // quoted.
  'behind a semicolon': ['ann;=1+1', `"ann;'=1+1"`],
  'behind a semicolon and a blank': ['ann; ＝1+1', `"ann;' ＝1+1"`],
  'behind a semicolon and a quote': ['ann;"=1+1', `"ann;'""=1+1"`],
  'behind each semicolon': ['=1;=2;x', `"'=1;'=2;x"`],
  'behind a comma': ['ann,=1+1', `"ann,'=1+1"`],
  'behind a tab': ['ann\t=1+1', "ann\t'=1+1"],
  'behind a line feed': ['ann\n=1+1', `"ann\n'=1+1"`],
  'behind a bar': ['ann|@x', "ann|'@x"],
}

for (const [name, [text, cell]] of Object.entries(NEUTRALISED)) {
  t.test(`no formula: ${name}`, async t => {
    t.equal(await write([text]), `\ufeffplayer,amount\r\n${cell},-1.50\r\n`)
  })
}

t.test('a text that merely contains such a character is left unchanged', async t => {
  for (const text of ['a=b', 'a-b', 'ann+1', 'ann@example.com', 'EUR 1', '0.20']) {
    t.equal(await write([text]), `\ufeffplayer,amount\r\n${text},-1.50\r\n`)
  }
  t.equal(await write(['a; b']), '\ufeffplayer,amount\r\n"a; b",-1.50\r\n', 'quoted only')
})
