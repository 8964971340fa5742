import type { CronCall } from '@stoa/contract/services/cron/jobs'
import { expect, it } from 'vitest'
import { commandOf, newCommand, type CommandDraft } from './command-draft.ts'

const empty = newCommand(undefined)

it.each<[string, CommandDraft, string | CronCall]>([
  ['SQL', { ...empty, sql: 'select 1' }, 'select 1'],
  [
    'a call of a procedure',
    {
      ...empty,
      kind: 'routine',
      routine: { schema: 'public', chosen: { id: 1, name: 'tidy up', kind: 'procedure' } },
    },
    { kind: 'routine', schema: 'public', name: 'tidy up', is_procedure: true },
  ],
  [
    'an HTTP request',
    { ...empty, kind: 'request', request: { ...empty.request, url: 'https://example.com' } },
    {
      kind: 'request',
      method: 'POST',
      url: 'https://example.com',
      headers: { 'Content-Type': 'application/json' },
      body: '',
    },
  ],
  [
    'a call of the edge function that the page named',
    newCommand('hello'),
    { kind: 'edge_function', slug: 'hello', secret: null, body: '' },
  ],
])('sends %s', (_case, draft, command) => {
  expect(commandOf(draft)).toEqual(command)
})

it.each<[string, CommandDraft]>([
  ['no function is chosen', { ...empty, kind: 'routine' }],
  ['the URL is not one of the web', { ...empty, kind: 'request' }],
  [
    'the body is not JSON',
    { ...newCommand('hello'), edge: { slug: 'hello', secret: '', body: '{' } },
  ],
])('sends nothing while %s', (_case, draft) => {
  expect(commandOf(draft)).toBe(undefined)
})
