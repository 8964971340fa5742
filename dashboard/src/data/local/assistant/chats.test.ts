import { describe, expect, it } from 'vitest'
import {
  activateChat,
  changeMessage,
  clearMessages,
  deleteChat,
  deleteMessagesFrom,
  EMPTY_STATE,
  nameFrom,
  newChat,
  renameChat,
  saveMessages,
  type AssistantState,
  type ChatMessage,
} from './chats.ts'

const message = (id: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'user',
  text: `Text of ${id}`,
  tools: [],
  proposals: [],
  results: {},
  ...change,
})
const withChats = (...ids: string[]): AssistantState =>
  ids.reduce((state, id) => newChat(state, { id, now: 1 }), EMPTY_STATE)
const withMessages = (...ids: string[]) =>
  saveMessages(
    withChats('one'),
    ids.map((id) => message(id)),
    { id: 'one', now: 2 },
  )
const idsOf = (state: AssistantState) => state.chats['one']?.messages.map(({ id }) => id)

describe('a new chat', () => {
  // SPEC: "A new chat becomes active and may set the open state, initial input, SQL snippets, suggestions and tables."
  // SPEC: "Transient and not persisted: initialInput, sqlSnippets, suggestions, tables."
  it('becomes active and can set what the next message starts with', () => {
    const beginnings = {
      open: true,
      initialInput: 'Fix it',
      sqlSnippets: [{ label: 'Query', content: 'select 1' }],
      suggestions: ['Why?'],
      tables: ['public.orders'],
    }
    const state = newChat(withChats('one'), { id: 'two', now: 5 }, beginnings)
    expect(state).toMatchObject({ activeChatId: 'two', ...beginnings })
  })

  // SPEC: "Chat: id, name (default 'New chat'), messages, createdAt, updatedAt."
  it("has the name 'New chat', no messages, and the time as both dates", () => {
    expect(newChat(EMPTY_STATE, { id: 'one', now: 5 }).chats['one']).toEqual({
      id: 'one',
      name: 'New chat',
      messages: [],
      createdAt: 5,
      updatedAt: 5,
    })
  })

  it('gets its name from its first message', () => {
    expect(withMessages('a').chats['one']?.name).toBe('Text of a')
    expect(nameFrom(`${'word '.repeat(30)}\nsecond line`)).toMatch(/^(word )+word…$/)
  })
})

describe('deleting a chat', () => {
  // SPEC: "Deleting the active chat activates the first remaining chat."
  it('activates the first remaining chat if it was active', () => {
    const state = deleteChat(withChats('one', 'two', 'three'), 'three')
    expect([state.activeChatId, Object.keys(state.chats)]).toEqual(['one', ['one', 'two']])
  })

  it('leaves another active chat alone', () => {
    expect(deleteChat(withChats('one', 'two'), 'one').activeChatId).toBe('two')
  })
})

// SPEC: "Renaming changes updatedAt."
it('renames a chat and changes its time', () => {
  expect(renameChat(withChats('one'), 'Orders', { id: 'one', now: 9 }).chats['one']).toMatchObject({
    name: 'Orders',
    createdAt: 1,
    updatedAt: 9,
  })
})

it('does not activate a chat that another tab has deleted', () => {
  expect(activateChat(withChats('one'), 'gone').activeChatId).toBe('one')
})

// SPEC: "Clearing messages empties the active chat and clears suggestions, snippets and input."
it('clears the messages and what the next one would have started with', () => {
  const filled = {
    ...withMessages('a'),
    initialInput: 'text',
    suggestions: ['Why?'],
    sqlSnippets: [{ label: 'Query', content: 'select 1' }],
  }
  const state = clearMessages(filled, 3)
  expect(idsOf(state)).toEqual([])
  expect(state).toMatchObject({ initialInput: '', suggestions: [], sqlSnippets: [] })
})

// SPEC: "Messages can be deleted from a given message onward, optionally keeping that message."
it.each([
  [true, ['a']],
  [false, ['a', 'b']],
])('deletes the messages from one onward, including it: %s', (includesSelf, left) => {
  const state = deleteMessagesFrom(withMessages('a', 'b', 'c'), 'b', { now: 3, includesSelf })
  expect(idsOf(state)).toEqual(left)
})

it('deletes nothing from a message that is not there', () => {
  expect(idsOf(deleteMessagesFrom(withMessages('a'), 'gone', { now: 3 }))).toEqual(['a'])
})

// SPEC: "Saving a message skips ids that already exist."
it('skips messages whose ids exist', () => {
  const again = [message('b', { text: 'Another text' }), message('c'), message('c')]
  const state = saveMessages(withMessages('a', 'b'), again, { id: 'one', now: 3 })
  expect(idsOf(state)).toEqual(['a', 'b', 'c'])
  expect(state.chats['one']?.messages[1]?.text).toBe('Text of b')
})

// SPEC: "Message: id, results (a map keyed by result id, caching SQL results per snippet)."
it('caches the results of a message by the id of their SQL', () => {
  const outcome = { state: 'dismissed' } as const
  const state = changeMessage(withMessages('a'), { id: 'one', message: 'a', now: 3 }, (before) => ({
    ...before,
    results: { ...before.results, sql1: outcome },
  }))
  expect(state.chats['one']?.messages[0]?.results).toEqual({ sql1: outcome })
})
