// Every file of sql/ since nodes are exchanged one by one runs during play: it holds no lock for
// long, and its header names the oldest nodes that can run beside it where old ones cannot.

import t from 'tap'
import { type Migration, readHead } from '../../src/ledger/database/migration-run.ts'
import { readMigrations } from '../../src/ledger/database/migrations.ts'

/** Files up to here were written before the rules, for the first release. */
const LAST_BEFORE = '0014'

const EXCLUSIVE =
  /^(ALTER TABLE|DROP INDEX (?!CONCURRENTLY)|DROP TABLE|DROP TRIGGER|CREATE TRIGGER)/
const ROW_WORK = /^(INSERT|UPDATE|DELETE|WITH)\b/

/** The problem of each statement, for tables that the file did not create itself. */
const FAULTS: [fault: string, isFault: (statement: string) => boolean][] = [
  ['builds an index under a lock', sql => /^CREATE (UNIQUE )?INDEX (?!CONCURRENTLY)/.test(sql)],
  [
    'builds the index of a key under a lock',
    sql => /ADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY) (?!USING INDEX)/.test(sql),
  ],
  [
    'checks all rows under a lock',
    sql => /ADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)/.test(sql) && !/NOT VALID/.test(sql),
  ],
  ['reads all rows under a lock', sql => /ALTER (COLUMN )?\w+ SET NOT NULL/.test(sql)],
  ['rewrites all rows under a lock', sql => /ALTER (COLUMN )?\w+ (SET DATA )?TYPE/.test(sql)],
  [
    'rewrites all rows, or fails where there are some',
    sql => /ADD (COLUMN )?(?!CONSTRAINT)\w+ .*NOT NULL/.test(sql) && !/DEFAULT/.test(sql),
  ],
]

function faultsOf({ name, sql }: Pick<Migration, 'name' | 'sql'>): string[] {
  const statements = sql
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.replace(/\s+/g, ' ').trim())
  const made = [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table!)
  const isOfItsOwn = (statement: string) =>
    made.some(table => new RegExp(`(ON|TABLE|ONLY) ${table}\\b`).test(statement))
  const others = statements.filter(statement => !isOfItsOwn(statement))
  const found = others.flatMap(statement =>
    FAULTS.flatMap(([fault, isFault]) => (isFault(statement) ? [`${name} ${fault}`] : [])),
  )
  const { isConcurrent } = readHead(sql)
  if (/CONCURRENTLY/.test(sql) !== isConcurrent) found.push(`${name} is not marked "concurrently"`)
  const locks = others.some(statement => EXCLUSIVE.test(statement))
  const works = statements.some(statement => ROW_WORK.test(statement))
  return locks && works ? [...found, `${name} works on rows while it holds a lock`] : found
}

t.test('no file since the first release blocks play', async t => {
  for (const migration of readMigrations()) {
    if (migration.name.slice(0, 4) > LAST_BEFORE) t.strictSame(faultsOf(migration), [])
  }
})

t.test('statements that would block play are found', async t => {
  const bad: [sql: string, fault: string][] = [
    ['CREATE INDEX i ON round (a);', 'builds an index under a lock'],
    ['ALTER TABLE round ADD CONSTRAINT u UNIQUE (a);', 'builds the index of a key under a lock'],
    ['ALTER TABLE round ADD CONSTRAINT c CHECK (a > 0);', 'checks all rows under a lock'],
    ['ALTER TABLE round ALTER COLUMN a SET NOT NULL;', 'reads all rows under a lock'],
    ['ALTER TABLE round ALTER COLUMN a TYPE bigint;', 'rewrites all rows under a lock'],
    [
      'ALTER TABLE round ADD COLUMN b text NOT NULL;',
      'rewrites all rows, or fails where there are some',
    ],
    ['CREATE INDEX CONCURRENTLY i ON round (a);', 'is not marked "concurrently"'],
    [
      'ALTER TABLE round ADD COLUMN b text;\nUPDATE round SET b = a;',
      'works on rows while it holds a lock',
    ],
  ]
  for (const [sql, fault] of bad) t.strictSame(faultsOf({ name: 'x', sql }), [`x ${fault}`], sql)
  const good = [
    'CREATE TABLE one (a int NOT NULL);\nCREATE INDEX i ON one (a);\nINSERT INTO one SELECT a ' +
      'FROM round;',
    'ALTER TABLE round ADD CONSTRAINT c CHECK (a > 0) NOT VALID;',
    'ALTER TABLE round ADD CONSTRAINT u UNIQUE USING INDEX i;',
    "ALTER TABLE round ADD COLUMN b text NOT NULL DEFAULT '';",
    '-- concurrently\nCREATE INDEX CONCURRENTLY i ON round (a);',
  ]
  for (const sql of good) t.strictSame(faultsOf({ name: 'x', sql }), [], sql)
})
