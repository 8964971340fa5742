import { expect, it } from 'vitest'
import { kindOf } from './statement-kind.ts'
import { findEnd, startScan } from './statement-end.ts'

function read(text: string) {
  const scan = startScan()
  findEnd(text, scan, true)
  return kindOf({ text, words: scan.words })
}

it.each([
  ['select 1', 'run'],
  ['/* x */ BEGIN', 'skip'],
  ['start transaction isolation level serializable', 'skip'],
  ['commit', 'skip'],
  ['END;', 'skip'],
  ["commit prepared 'x'", 'refuse'],
  ['rollback', 'refuse'],
  ['rollback to savepoint a', 'run'],
  ['savepoint a', 'run'],
  ["prepare transaction 'x'", 'refuse'],
  ['prepare x as select 1', 'run'],
  ['copy t from stdin', 'copy'],
  ['COPY public.t (a, "from") FROM STDIN WITH CSV', 'copy'],
  ['copy t to stdout', 'refuse'],
  ['copy (select a from stdin) to stdout', 'refuse'],
  ["copy t from '/etc/passwd'", 'refuse'],
  ['copy t ("from stdin") from program \'sh\'', 'refuse'],
  ["SET client_encoding = 'UTF8'", 'skip'],
  ["SET client_encoding = 'LATIN1'", 'refuse'],
  ['create schema public', 'skip'],
  ['create schema public2', 'run'],
  ['alter table public.owner rename to x', 'run'],
  ['ALTER TABLE public.t OWNER TO alice', 'ownership'],
  ['alter default privileges for role a grant select on tables to b', 'ownership'],
  ['GRANT ALL ON t TO b', 'ownership'],
  ["COMMENT ON EXTENSION x IS 'y'", 'ownership'],
  ["comment on table x is 'owner to'", 'run'],
])('%s is to %s', (text, kind) => {
  expect(read(text)).toBe(kind)
})
