import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftStore } from './drafts.ts'
import { createSnippetDocument } from './snippet-document.ts'
import type { SaveOutcome, Snippet } from './snippet-document.ts'

const ID = '0197a5f0-0000-7000-8000-000000000001'
const stored = (version: number, sql: string, name = 'Counts'): Snippet => ({
  id: ID,
  name,
  sql,
  version,
  updated_at: '2026-01-01T00:00:00Z',
})

const drafts = () =>
  createDraftStore({ projectRef: 'abc', storage: localStorage, now: () => new Date() })

/** A fake server that counts versions as the contract says and can be made unavailable. */
function server(first: Snippet | null) {
  let snippet = first
  let isAway = false
  const saves: { sql: string; version: number }[] = []
  return {
    saves,
    stored: () => snippet,
    goAway: (value: boolean) => (isAway = value),
    write: (next: Snippet) => (snippet = next),
    remove: () => (snippet = null),
    async save(change: { name: string; sql: string; version: number }): Promise<SaveOutcome> {
      saves.push(change)
      await Promise.resolve()
      if (isAway) return { state: 'failed', message: 'no connection' }
      if (change.version !== (snippet?.version ?? 0)) return { state: 'conflict', theirs: snippet }
      snippet = stored(change.version + 1, change.sql, change.name)
      return { state: 'saved', snippet }
    },
  }
}

function open(remote: ReturnType<typeof server>) {
  const document = createSnippetDocument({
    id: ID,
    stored: remote.stored(),
    drafts: drafts(),
    save: remote.save,
  })
  document.open()
  const type = (sql: string) => document.changed(() => sql)
  return { document, type, state: () => document.snapshot().status.state }
}

describe('an open snippet', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('writes a local draft soon and saves after a pause in typing', async () => {
    const remote = server(null)
    const { type, state } = open(remote)
    type('select 1')
    expect(state()).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(300)
    expect(drafts().read(ID)).toMatchObject({ sql: 'select 1', base_version: 0 })
    await vi.advanceTimersByTimeAsync(2000)
    expect(state()).toBe('saved')
    expect(remote.stored()).toMatchObject({ version: 1, sql: 'select 1' })
    expect(drafts().read(ID)).toBeUndefined()
  })

  it('saves text typed during a save, using the version which that save returned', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type, state } = open(remote)
    type('first')
    const saving = document.save()
    type('second')
    await saving
    expect(state()).toBe('unsaved')
    await vi.advanceTimersByTimeAsync(2000)
    expect(remote.saves.map(({ version }) => version)).toEqual([3, 4])
    expect(remote.stored()).toMatchObject({ version: 5, sql: 'second' })
  })

  it('reopens with the draft left by a crash, and saves it', async () => {
    const remote = server(stored(3, 'old'))
    remote.goAway(true)
    const before = open(remote)
    before.type('typed before the crash')
    await vi.advanceTimersByTimeAsync(300)
    remote.goAway(false)
    const after = open(remote)
    expect(after.document.text()).toBe('typed before the crash')
    await vi.advanceTimersByTimeAsync(2000)
    expect(remote.stored()?.sql).toBe('typed before the crash')
  })

  it('stays unsaved while the server is unavailable and saves once it is back', async () => {
    const remote = server(stored(3, 'old'))
    remote.goAway(true)
    const { document, type } = open(remote)
    type('new')
    await vi.advanceTimersByTimeAsync(2000)
    expect(document.snapshot().status).toEqual({
      state: 'unsaved',
      message: 'no connection',
      isKeptLocally: true,
    })
    remote.goAway(false)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(remote.stored()?.sql).toBe('new')
  })

  it('saves at once when it is closed, and does not retry if that fails', async () => {
    const remote = server(stored(3, 'old'))
    const first = open(remote)
    first.type('left in a hurry')
    first.document.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(remote.stored()?.sql).toBe('left in a hurry')
    remote.goAway(true)
    const second = open(remote)
    second.type('left while away')
    second.document.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(remote.saves).toHaveLength(2)
    expect(drafts().read(ID)?.sql).toBe('left while away')
  })

  it('reports a conflict when another tab saved first, and overwrites only on keep mine', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type, state } = open(remote)
    remote.write(stored(4, 'from another tab'))
    type('mine')
    await document.save()
    expect(state()).toBe('conflict')
    type('mine, longer')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(remote.stored()?.sql).toBe('from another tab')
    await document.keepMine()
    expect(remote.stored()).toMatchObject({ version: 5, sql: 'mine, longer' })
    expect(state()).toBe('saved')
  })

  it('keeps the text that it replaces as a version', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type } = open(remote)
    remote.write(stored(4, 'theirs'))
    type('mine')
    await document.save()
    await document.keepMine()
    type('mine, longer')
    await document.save()
    expect(remote.saves).toMatchObject([
      { sql: 'mine', version: 3 },
      { sql: 'mine', version: 4, keeps_previous: true },
      { sql: 'mine, longer', version: 5 },
    ])
    expect(remote.saves.at(-1)).not.toHaveProperty('keeps_previous')
  })

  it('asks when it was deleted elsewhere, and saves it as a new query on keep mine', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type, state } = open(remote)
    remote.remove()
    type('mine')
    await document.save()
    expect(document.snapshot().status).toEqual({ state: 'conflict', theirs: null })
    await document.keepMine()
    expect(state()).toBe('saved')
    expect(remote.stored()).toMatchObject({ version: 1, sql: 'mine' })
  })

  it('shows the stored text on take theirs and deletes the draft', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type } = open(remote)
    remote.write(stored(4, 'theirs', 'Renamed'))
    type('mine')
    await document.save()
    expect(document.takeTheirs()).toBe('theirs')
    expect(document.snapshot()).toMatchObject({ name: 'Renamed', version: 4 })
    expect(drafts().read(ID)).toBeUndefined()
  })

  it('reports a conflict on opening if the draft is based on an older version', () => {
    drafts().write(ID, { name: 'Counts', sql: 'offline work', base_version: 2 })
    const { document, state } = open(server(stored(4, 'newer')))
    expect(state()).toBe('conflict')
    expect(document.text()).toBe('offline work')
  })

  it('treats a conflict with its own lost save as success', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type, state } = open(remote)
    type('mine')
    remote.write(stored(4, 'mine'))
    await document.save()
    expect(state()).toBe('saved')
    expect(document.snapshot().version).toBe(4)
  })

  it('names a query after its text until the user names it', async () => {
    const remote = server(null)
    const { document, type } = open(remote)
    type('select * from employees')
    await document.save()
    expect(remote.stored()?.name).toBe('Select from employees')
    const reopened = open(remote)
    reopened.type('delete from notes')
    await reopened.document.save()
    expect(remote.stored()?.name).toBe('Delete from notes')
    reopened.document.rename('Mine')
    reopened.type('select 1')
    await reopened.document.save()
    expect(remote.stored()?.name).toBe('Mine')
  })

  it('writes no draft and saves nothing if the text was never changed', async () => {
    const remote = server(stored(3, 'old'))
    const { document } = open(remote)
    document.keep()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(drafts().list()).toEqual([])
    expect(remote.saves).toEqual([])
  })

  it('does not come back as a draft when its deletion overtakes a save', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type } = open(remote)
    type('first')
    const saving = document.save()
    type('second')
    remote.goAway(true)
    document.abandon()
    await saving
    type('third')
    document.close()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(drafts().read(ID)).toBeUndefined()
    expect(remote.saves).toHaveLength(1)
  })

  it('saves nothing more when it is deleted after typing during a save', async () => {
    const remote = server(stored(3, 'old'))
    const { document, type } = open(remote)
    type('first')
    const saving = document.save()
    type('second')
    await saving
    document.abandon()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(remote.saves).toHaveLength(1)
    expect(drafts().read(ID)).toBeUndefined()
  })
})
