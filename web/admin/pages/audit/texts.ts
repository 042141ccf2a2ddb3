// The texts of the audit log.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const AUDIT_TEXTS = bilingual({
  ...WORDS,
  title: ['Audit', 'Аудит'],
  note: [
    'Who did what, newest first. Each record is chained to the one before it by its hash.',
    'Хто що зробив, найновіше вгорі. Кожен запис пов’язаний із попереднім через хеш.',
  ],
  action: ['Action', 'Дія'],
  subject: ['Subject', 'Об’єкт'],
  origin: ['From', 'Звідки'],
  to: ['Before', 'До'],
  changed: ['What changed', 'Що змінено'],
  more: ['{count} more', 'ще {count}'],
  field: ['Field', 'Поле'],
  before: ['Before', 'Було'],
  after: ['After', 'Стало'],
  wholeRecord: ['whole record', 'усе'],
  nothing: ['no details recorded', 'подробиць не записано'],
  recordTitle: ['Record {sequence}', 'Запис {sequence}'],
  verify: ['Verify the log', 'Перевірити журнал'],
  verifyNote: [
    'Reads every record and checks the chain: no record was changed, removed or inserted.',
    'Читає всі записи й перевіряє ланцюг: жоден не змінено, не вилучено й не вставлено.',
  ],
  known: ['Head of an earlier check', 'Кінець ланцюга з попередньої перевірки'],
  knownNote: [
    'Optional. The log must still contain it.',
    'Необов’язково. Журнал мусить і досі його містити.',
  ],
  run: ['Check all records', 'Перевірити всі записи'],
  whole: ['The log is intact', 'Журнал цілий'],
  wholeNote: [
    'All {count} records are in the chain. Keep its head elsewhere: it later proves that nothing up to here was changed.',
    'Усі {count} записів — у ланцюгу. Збережіть його кінець в іншому місці: він згодом доведе, що до цього моменту нічого не змінено.',
  ],
  broken: ['The log is broken', 'Журнал пошкоджено'],
  brokenNote: ['Record {sequence} is {problem}.', 'Запис {sequence}: {problem}.'],
  problems: {
    missing: ['missing', 'відсутній'],
    changed: ['changed', 'змінений'],
    'not the known record': [
      'not the one of the earlier check',
      'не той, що в попередній перевірці',
    ],
  },
})
