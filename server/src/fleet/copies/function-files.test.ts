import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const server = fileURLToPath(new URL('../../..', import.meta.url))

/** Released before the rule below. `fixFunctionPaths` fixes the functions they create. */
const RELEASED = [
  'src/services/cron/migrations/0001-cron.sql',
  'src/services/cron/migrations/0002-overlap.sql',
  'src/services/data-api/migrations/0001-ddl-watch.sql',
  'src/services/data-api/migrations/0002-more-to-watch.sql',
  'src/services/graphql/migrations/0001-graphql.sql',
  'src/services/meta/migrations/0002-event-triggers.sql',
  'src/services/queues/migrations/0001-queues.sql',
  'src/services/queues/migrations/0002-messages.sql',
  'src/services/queues/migrations/0003-shorter-calls.sql',
  'src/services/queues/migrations/0004-reading-one.sql',
  'src/services/queues/migrations/0005-groups-topics-notifications.sql',
  'src/services/realtime/migrations/0001-realtime.sql',
  'src/services/storage/migrations/0001-storage.sql',
  'src/services/storage/migrations/0006-webhooks.sql',
  'src/services/storage/migrations/0007-events-for-webhooks.sql',
  'src/services/storage/migrations/0008-listing-offsets.sql',
  'src/services/storage/migrations/0009-operations-in-policies.sql',
  'src/services/vault/migrations/0001-vault.sql',
  'src/services/vault/migrations/0002-key-rotation.sql',
  'src/services/webhooks/migrations/0001-requests.sql',
  'src/services/webhooks/migrations/0002-webhooks.sql',
]

const COMMENT = /--.*|\/\*[\s\S]*?\*\//g
/** The statement that creates a function, up to its body. */
const CREATED =
  /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+([\w."]+)([\s\S]*?)(?:\bas\s+('|\$\w*\$)|\breturn\b|\bbegin\s+atomic\b)/gi
const PATH = /\bset\s+search_path\s*(?:=|to)\s*pg_catalog, pg_temp\b(?!\s*,)/i

/** The functions that SQL text creates with a search path other than the catalog's. */
function unguarded(text: string): string[] {
  const found = [...text.replaceAll(COMMENT, '').matchAll(CREATED)]
  return found.flatMap(([, name = '', head = '', quote]) => {
    // A body of the SQL standard has no names to look up when it runs.
    const isStandard = quote === undefined && !/\bsecurity\s+definer\b/i.test(head)
    return isStandard || PATH.test(head) ? [] : [name]
  })
}

/** The SQL that the server runs in databases of projects. */
const files = globSync(
  ['src/**/migrations/*.sql', 'src/**/native/*.sql', 'src/**/bootstrap/*.sql'],
  {
    cwd: server,
  },
).toSorted()
const textOf = (file: string) => readFileSync(`${server}/${file}`, 'utf8')

it.each([
  [`create function a.b() returns text language sql as $$ select 'x' $$`, ['a.b']],
  [`CREATE OR REPLACE FUNCTION a.b(\n c text) returns text set search_path = '' as 'x'`, ['a.b']],
  [`create function a.b() returns text security definer return 'x'`, ['a.b']],
  [`create function a.b() returns text return 'x'`, []],
  [`create procedure a.b() as $$ begin end $$; -- set search_path = pg_catalog, pg_temp`, ['a.b']],
  [`create function a.b() set search_path = pg_catalog, pg_temp as $$ x $$`, []],
  [`create function a.b() set search_path = pg_catalog, pg_temp, public as $$ x $$`, ['a.b']],
  [`create function a.b() set search_path = pg_temp as $$ x $$`, ['a.b']],
])('judges %s', (text, expected) => {
  expect(unguarded(text)).toEqual(expected)
})

it('finds a search path that ends in pg_temp wherever a file creates a function', () => {
  const found = files.map((file) => ({ file, functions: unguarded(textOf(file)) }))
  const exceptions = found.filter(({ functions }) => functions.length > 0)
  expect(exceptions.filter(({ file }) => !RELEASED.includes(file))).toEqual([])
  // An exception that is no longer needed would hide a new function.
  expect(exceptions.map(({ file }) => file)).toEqual(RELEASED)
})

it('finds no empty search path in the code that runs SQL', () => {
  const EMPTY = /search_path\s*(?:=|to|:|',)\s*''/
  const code = globSync('src/**/*.{ts,sql}', {
    cwd: server,
    exclude: ['**/*.test.ts', '**/migrations/**'],
  })
  expect(code.length).toBeGreaterThan(500)
  expect(code.filter((file) => EMPTY.test(textOf(file)))).toEqual([])
})
