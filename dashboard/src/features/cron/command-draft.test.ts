import { expect, it } from 'vitest'
import { commandSql, newCommand, type CommandDraft } from './command-draft.ts'

const API = 'http://localhost:8001/p/abc'
const empty = newCommand(undefined)

it.each<[string, CommandDraft, string]>([
  ['SQL', { ...empty, sql: 'select 1' }, 'select 1'],
  [
    'a procedure',
    {
      ...empty,
      kind: 'routine',
      routine: { schema: 'public', chosen: { id: 1, name: 'tidy up', kind: 'procedure' } },
    },
    'call "public"."tidy up"()',
  ],
  [
    'an HTTP request',
    { ...empty, kind: 'request', request: { ...empty.request, url: 'https://example.com' } },
    `select net.http_post(\n  url := 'https://example.com',\n  headers := '{"Content-Type":"application/json"}'::jsonb,\n  timeout_milliseconds := 5000\n)`,
  ],
  [
    'an edge function that the page named',
    newCommand('hello'),
    `select net.http_post(\n  url := '${API}/functions/v1/hello',\n  headers := '{"Content-Type":"application/json"}'::jsonb,\n  timeout_milliseconds := 5000\n)`,
  ],
])('is the SQL of %s', (_case, draft, sql) => {
  expect(commandSql(draft, API)).toBe(sql)
})

it.each<[string, CommandDraft]>([
  ['no function is chosen', { ...empty, kind: 'routine' }],
  ['the URL is not one of the web', { ...empty, kind: 'request' }],
  [
    'the body is not JSON',
    { ...newCommand('hello'), edge: { slug: 'hello', secret: '', body: '{' } },
  ],
])('is empty while %s', (_case, draft) => {
  expect(commandSql(draft, API)).toBe('')
})
