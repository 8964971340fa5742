import type { AssistantMessage } from '@stoa/contract/platform/assistant'
import { describe, expect, it } from 'vitest'
import { toModelMessages } from './conversation.ts'
import { createTools, toolsFor } from './tools/registry.ts'
import { kindOfSql } from './tools/proposal.ts'

const asked: AssistantMessage = { role: 'user', text: 'Why?' }
type Outcome = Extract<AssistantMessage, { role: 'assistant' }>['outcomes'][number]
const textAt = (level: Parameters<typeof toModelMessages>[1], outcome: Partial<Outcome>) =>
  toModelMessages(
    [
      asked,
      {
        role: 'assistant',
        text: '',
        outcomes: [{ sql: 'select 1', state: 'succeeded', ...outcome }],
      },
      asked,
    ],
    level,
  )
    .map((message) => ('text' in message ? message.text : ''))
    .join('\n')

describe('the outcome of SQL', () => {
  const rows = 'email\nada@example.com'
  const error = '23505: Key (email)=(ada@example.com) already exists.'

  it('contains rows and errors at the highest level', () => {
    expect(textAt('schema_logs_and_data', { rows, row_count: 1 })).toContain(rows)
    expect(textAt('schema_logs_and_data', { state: 'failed', error })).toContain(error)
  })

  it.each(['disabled', 'schema', 'schema_and_logs'] as const)(
    'contains no value of the database at the level %s',
    (level) => {
      expect(textAt(level, { rows, row_count: 1 })).not.toContain('ada@example.com')
      const failed = textAt(level, { state: 'failed', error })
      expect(failed).not.toContain('ada@example.com')
      expect(failed).toContain('23505')
      expect(textAt(level, { state: 'failed', error: 'ada@example.com is wrong' })).not.toContain(
        'ada',
      )
    },
  )
})

it('begins with a message of the person', () => {
  const messages = toModelMessages(
    [{ role: 'assistant', text: 'Hi', outcomes: [] }, asked],
    'schema',
  )
  expect(messages.map(({ role }) => role)).toEqual(['user'])
})

describe('the tools', () => {
  const tools = createTools(() => new Date(0))
  const names = (level: Parameters<typeof toolsFor>[1]['level'], can = () => true) =>
    toolsFor(tools, { level, can }).map(({ name }) => name)

  it.each([
    ['disabled', []],
    ['schema', ['describe_tables']],
    ['schema_and_logs', ['describe_tables', 'query_logs']],
    ['schema_logs_and_data', ['describe_tables', 'query_logs', 'run_query']],
  ] as const)('at the level %s include %j', (level, expected) => {
    const all = names(level)
    const known = ['describe_tables', 'query_logs', 'run_query']
    expect(known.filter((name) => all.includes(name))).toEqual(expected)
    expect(all).toContain('search_docs')
  })

  it('do not exist for a person without their permissions', () => {
    expect(names('schema_logs_and_data', () => false)).toEqual(['search_docs'])
  })

  it('find the documentation of Stoa', async () => {
    const [docs] = tools
    const text = await docs?.run(
      { query: 'restore a backup' },
      { call: () => Promise.reject(new Error()) },
    )
    expect(text).toContain('docs/backups.md')
  })
})

it.each([
  ['select * from orders', 'query'],
  ['with x as (select 1) select * from x; show timezone', 'query'],
  ['with x as (delete from orders returning 1) select * from x', 'change'],
  ['select * into copied from orders', 'change'],
  ['update orders set paid = true', 'change'],
  ['select 1; drop table orders', 'definition'],
  ['do $$ begin end $$', 'change'],
  ['-- select\nalter table orders add column x int', 'definition'],
])('%s is presented as: %s', (text, kind) => {
  expect(kindOfSql(text)).toBe(kind)
})
