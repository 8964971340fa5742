import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAssistantStore } from './assistant-store.ts'
import type { ChatDatabase } from './chat-database.ts'
import { deleteChat, EMPTY_STATE, newChat, renameChat, saveMessages } from './chats.ts'
import type { ChatMessage } from './chats.ts'
import { OLD_SETTING } from './load-chats.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function createMemory(records: Record<string, unknown> = {}) {
  const database: ChatDatabase = {
    read: async (ref) => records[ref],
    async update(ref, change) {
      records[ref] = JSON.parse(JSON.stringify(change(records[ref])))
    },
  }
  return { records, database }
}

function createSettings(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

function createStore(database: ChatDatabase, settings = createSettings()) {
  let ids = 0
  return createAssistantStore({ database, settings, now: () => 100, newId: () => `new${++ids}` })
}

const message = (id: string): ChatMessage => ({
  id,
  role: 'user',
  text: id,
  tools: [],
  proposals: [],
  results: {},
})
const chat = (id: string, updatedAt = 1, messages: readonly ChatMessage[] = []) => ({
  id,
  name: id,
  messages,
  createdAt: 1,
  updatedAt,
})
const kept = (activeChatId: string | undefined, ...chats: ReturnType<typeof chat>[]) => ({
  open: true,
  activeChatId,
  chats: Object.fromEntries(chats.map((each) => [each.id, each])),
})
const addMessages = (count: number) =>
  saveMessages(
    newChat(EMPTY_STATE, { id: 'one', now: 1 }),
    Array.from({ length: count }, (_, index) => message(`m${index}`)),
    { id: 'one', now: 2 },
  )

describe('loading', () => {
  // SPEC: "Assistant load for a project: read saved state from browser storage (IndexedDB)."
  // SPEC: "AI assistant state (stored per project by projectRef): open, activeChatId, chats (map keyed by chat id)."
  it('reads the state of the project', async () => {
    const { database } = createMemory({
      here: kept('one', chat('one')),
      there: kept('two', chat('two')),
    })
    const store = createStore(database)
    await store.open('here')
    expect(store.read()).toMatchObject(kept('one', chat('one')))
  })

  // SPEC: "If none, migrate an older local-storage copy to IndexedDB and remove it."
  it('moves an older copy out of local storage', async () => {
    const { database, records } = createMemory()
    const settings = createSettings({
      [`${OLD_SETTING}.here`]: JSON.stringify(kept('one', chat('one'))),
    })
    const store = createStore(database, settings)
    await store.open('here')
    expect(store.read().activeChatId).toBe('one')
    expect(records['here']).toMatchObject(kept('one', chat('one')))
    expect(settings.kept.size).toBe(0)
  })

  // SPEC: "If no chats exist, create one."
  it('creates a chat if there is none', async () => {
    const store = createStore(createMemory().database)
    await store.open('here')
    expect(store.read()).toMatchObject({
      activeChatId: 'new1',
      chats: { new1: { name: 'New chat' } },
    })
  })

  // SPEC: "If the active chat is missing, choose the most recently updated chat."
  it('activates the most recently updated chat if the active one is missing', async () => {
    const saved = kept('gone', chat('old', 3), chat('latest', 9), chat('older', 2))
    const store = createStore(createMemory({ here: saved }).database)
    await store.open('here')
    expect(store.read().activeChatId).toBe('latest')
  })

  // SPEC: "With no project, the state is reset."
  it('resets the state without a project', async () => {
    const store = createStore(createMemory({ here: kept('one', chat('one')) }).database)
    await store.open('here')
    await store.open(undefined)
    expect(store.read()).toEqual(EMPTY_STATE)
  })

  // SPEC: "Corrupt or unexpectedly shaped stored data is discarded."
  it.each([
    ['a text', 'chats'],
    ['a list', []],
    ['chats of another shape', { open: true, chats: { one: { id: 'one', name: 3 } } }],
    ['a chat under another id', { open: true, chats: { two: chat('one') } }],
    [
      'a result of another shape',
      kept('one', chat('one', 1, [{ ...message('m'), results: { a: 1 } as never }])),
    ],
  ])('discards %s', async (_what, stored) => {
    const store = createStore(createMemory({ here: stored }).database)
    await store.open('here')
    expect(Object.keys(store.read().chats)).toEqual(['new1'])
  })

  it('discards an older copy that is not JSON', async () => {
    const settings = createSettings({ [`${OLD_SETTING}.here`]: '{' })
    const store = createStore(createMemory().database, settings)
    await store.open('here')
    expect(store.read().activeChatId).toBe('new1')
    expect(settings.kept.size).toBe(0)
  })

  it('keeps the project that was opened last', async () => {
    const { database } = createMemory({
      here: kept('one', chat('one')),
      there: kept('two', chat('two')),
    })
    const store = createStore(database)
    await Promise.all([store.open('here'), store.open('there')])
    expect(store.read().activeChatId).toBe('two')
  })
})

describe('saving', () => {
  // SPEC: "Persistence: only the last 20 messages per chat are saved, debounced by 500 ms."
  // SPEC: "Assistant persistence debounce 500 ms."
  // SPEC: "Last 20 messages per chat."
  it('keeps the last 20 messages of a chat, 500 ms after the last change', async () => {
    const { database, records } = createMemory()
    const store = createStore(database)
    await store.open('here')
    store.change(() => addMessages(23))
    await vi.advanceTimersByTimeAsync(499)
    store.change((state) => renameChat(state, 'Orders', { id: 'one', now: 3 }))
    await vi.advanceTimersByTimeAsync(499)
    expect(records['here']).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    const saved = records['here'] as ReturnType<typeof kept>
    expect(saved.chats['one']?.name).toBe('Orders')
    expect(saved.chats['one']?.messages.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `m${index + 3}`),
    )
    expect(store.read().chats['one']?.messages).toHaveLength(23)
  })

  it('does not keep what the next message starts with', async () => {
    const { database, records } = createMemory()
    const store = createStore(database)
    await store.open('here')
    store.change((state) =>
      newChat(state, { id: 'two', now: 3 }, { initialInput: 'Fix', tables: ['t'] }),
    )
    await store.flush()
    expect(Object.keys(records['here'] as object).toSorted()).toEqual([
      'activeChatId',
      'chats',
      'open',
    ])
  })

  it('saves what waits before another project is opened', async () => {
    const { database, records } = createMemory()
    const store = createStore(database)
    await store.open('here')
    store.change(() => addMessages(1))
    await store.open('there')
    expect(records['here']).toMatchObject({ chats: { one: { name: 'm0' } } })
  })

  it('leaves the chats of another tab alone', async () => {
    const { database, records } = createMemory({ here: kept('one', chat('one'), chat('two')) })
    const [first, second] = [createStore(database), createStore(database)]
    await Promise.all([first.open('here'), second.open('here')])
    first.change((state) => newChat(state, { id: 'three', now: 5 }))
    first.change((state) => renameChat(state, 'Renamed', { id: 'one', now: 5 }))
    await first.flush()
    second.change((state) => deleteChat(state, 'two'))
    await second.flush()
    expect((records['here'] as ReturnType<typeof kept>).chats).toMatchObject({
      one: { name: 'Renamed' },
      three: {},
    })
    expect(Object.keys((records['here'] as ReturnType<typeof kept>).chats)).not.toContain('two')
  })
})

// SPEC: "Storage failures (IndexedDB read, save or clear; local storage) are only logged to the console, and the default is used."
it('only logs that the browser refuses to store chats', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const refuse = () => Promise.reject(new Error('forbidden'))
  const store = createStore({ read: refuse, update: refuse })
  await store.open('here')
  store.change((state) => renameChat(state, 'Orders', { id: 'new1', now: 3 }))
  await store.flush()
  expect(store.read().chats['new1']?.name).toBe('Orders')
  expect(logged.mock.calls.map(([text]) => text)).toEqual([
    'Failed to read the chats of the assistant',
    'Failed to save the chats of the assistant',
  ])
})
