// Notes and tags as they are stored: one form for each tag, and bounds in characters.

import t from 'tap'
import { NOTE_MAX_CHARS, readNote, readTag, TAG_MAX_CHARS } from '../../src/core/player-notes.ts'

t.test('a tag has one form, whatever was typed', async t => {
  for (const typed of ['VIP', ' vip ', 'Vip']) t.equal(readTag(typed), 'vip')
  t.equal(readTag('High   Roller'), 'high roller')
  t.equal(readTag('Гравець 7'), 'гравець 7')
  t.equal(readTag('e\u0301te\u0301'), '\u00e9t\u00e9', 'composed')
  t.equal(readTag('x'.repeat(TAG_MAX_CHARS)), 'x'.repeat(TAG_MAX_CHARS))
})

t.test('what is no tag is refused', async t => {
  const wrong = ['', ' ', '-vip', 'a/b', 'a\nb', 'a\u202eb', '<b>', 'x'.repeat(TAG_MAX_CHARS + 1)]
  for (const text of wrong) t.equal(readTag(text), null, JSON.stringify(text))
})

t.test('a note is kept without the blanks around it, within its bound', async t => {
  t.equal(readNote('  two\nlines '), 'two\nlines')
  t.equal(readNote('😀'.repeat(NOTE_MAX_CHARS)), '😀'.repeat(NOTE_MAX_CHARS))
  for (const text of ['', ' \n ', 'x'.repeat(NOTE_MAX_CHARS + 1)]) t.equal(readNote(text), null)
})
