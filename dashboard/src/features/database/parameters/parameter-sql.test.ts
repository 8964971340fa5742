import { expect, it } from 'vitest'
import { parameterSql } from './parameter-sql.ts'

const timeout = { name: 'statement_timeout', is_list: false }

it.each([
  [timeout, { role: '', value: '8s' }, `alter database "my db" set "statement_timeout" = '8s';`],
  [timeout, { role: 'anon', value: ' ' }, `alter role "anon" reset "statement_timeout";`],
  [
    { name: 'search_path', is_list: true },
    { role: '', value: '"$user", public, "My app"' },
    `alter database "my db" set "search_path" = '$user', 'public', 'My app';`,
  ],
  [
    { name: 'pgrst.db_pre_request', is_list: false },
    { role: `o"'k`, value: `it's` },
    `alter role "o""'k" set "pgrst"."db_pre_request" = 'it''s';`,
  ],
])('writes %j with %j', (parameter, draft, sql) => {
  expect(parameterSql(parameter, draft, 'my db')).toBe(sql)
})
