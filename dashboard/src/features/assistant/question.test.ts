import type { AnswerEvent } from '@stoa/contract/platform/assistant'
import { describe, expect, it } from 'vitest'
import type { ChatMessage, SqlOutcome } from '../../data/local/assistant/chats.ts'
import { applyEvents } from './apply-events.ts'
import { messagesOf, textWith } from './question.ts'
import { outcomeOf } from './use-run-proposal.ts'

const message = (role: ChatMessage['role'], change: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'm',
  role,
  text: role,
  tools: [],
  proposals: [],
  results: {},
  ...change,
})

describe('the messages of a question', () => {
  it('are the latest ones, beginning with the person’s and without empty answers', () => {
    const chat = [
      ...Array.from({ length: 45 }, (_, index) => message(index % 2 === 0 ? 'user' : 'assistant')),
      message('assistant', { text: '' }),
      message('user', { text: 'last' }),
    ]
    const sent = messagesOf(chat)
    expect(sent.length).toBeLessThanOrEqual(40)
    expect(sent[0]?.role).toBe('user')
    expect(sent.at(-1)?.text).toBe('last')
    expect(sent.every(({ text }) => text !== '')).toBe(true)
  })

  it.each<[SqlOutcome | undefined, object]>([
    [undefined, { state: 'shown' }],
    [{ state: 'dismissed' }, { state: 'dismissed' }],
    [
      { state: 'failed', code: '42P01', message: 'No such table', hint: null },
      { state: 'failed', error: '42P01: No such table' },
    ],
    [
      {
        state: 'succeeded',
        command: 'SELECT',
        columns: [{ name: 'id', type: 'int4' }],
        rows: [['1'], [null]],
        rowCount: 2,
      },
      { state: 'succeeded', row_count: 2, rows: 'id\n1\nNULL' },
    ],
  ])('tell the outcome of proposed SQL: %j', (outcome, told) => {
    const proposals = [{ id: 'p', title: 'Count', sql: 'select 1', type: 'query' as const }]
    const answer = message('assistant', { proposals, results: outcome ? { p: outcome } : {} })
    expect(messagesOf([message('user'), answer])[1]).toEqual({
      role: 'assistant',
      text: 'assistant',
      outcomes: [{ sql: 'select 1', ...told }],
    })
  })

  it('contain what the person has attached', () => {
    const snippets = [{ label: 'Query', content: 'select 1' }]
    expect(textWith(' Fix it ', { snippets, tables: ['public.orders'] })).toBe(
      'Fix it\n\nQuery:\n```sql\nselect 1\n```\n\nTables: public.orders',
    )
  })
})

it('collects the events of an answer', () => {
  const proposal = { id: 'p', title: 'Count', sql: 'select 1', type: 'query' } as const
  const events: AnswerEvent[] = [
    { kind: 'text', text: 'I ' },
    { kind: 'text', text: 'look.' },
    { kind: 'tool', id: 't', title: 'Listing tables', input: '{}' },
    { kind: 'tool_ended', id: 't', failed: true },
    { kind: 'text', text: 'Here.' },
    { kind: 'proposal', ...proposal },
    { kind: 'proposal', ...proposal },
    { kind: 'done', reason: 'length', usage: { input_tokens: 1, output_tokens: 1 } },
  ]
  expect(applyEvents(message('assistant', { text: '' }), events)).toMatchObject({
    text: 'I look.\n\nHere.',
    tools: [{ id: 't', title: 'Listing tables', input: '{}', state: 'failed' }],
    proposals: [proposal],
    ended: 'length',
  })
})

it('does not report a rolled back text as a success', () => {
  const results = [
    { command: 'ROLLBACK', columns: [], rows: [], row_count: null, is_limited: false },
  ]
  expect(outcomeOf({ results, ended: 'rolled_back' }).state).toBe('failed')
  expect(outcomeOf({ results, ended: 'committed' }).state).toBe('succeeded')
})
