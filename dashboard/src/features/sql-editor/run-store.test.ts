import { describe, expect, it } from 'vitest'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { createRunStore, positionInText, type RunStoreOptions } from './run-store.ts'

const answer = (text: string): QueryAnswer => ({
  results: [
    {
      command: 'SELECT',
      columns: [{ name: 'x', type: 'text' }],
      rows: [[text]],
      row_count: 1,
      is_limited: false,
    },
  ],
  commands: [],
  notices: [],
  ended: 'committed',
  duration_ms: 1,
})

function waitingStore() {
  const waiting = new Map<string, PromiseWithResolvers<QueryAnswer>>()
  const arriving = new Map<string, Parameters<RunStoreOptions['run']>[1]>()
  const clock = { now: 0 }
  const cancelled: string[] = []
  let ids = 0
  const store = createRunStore({
    run({ sql }, onRows) {
      arriving.set(sql, onRows)
      const deferred = Promise.withResolvers<QueryAnswer>()
      waiting.set(sql, deferred)
      return deferred.promise
    },
    async cancel(id) {
      cancelled.push(id)
    },
    toFailure: (error) => ({
      message: error instanceof Error ? error.message : '',
      code: null,
      details: null,
      progress: null,
      hint: null,
    }),
    newId: () => `run-${(ids += 1)}`,
    now: () => clock.now,
  })
  return { store, waiting, cancelled, arriving, clock }
}

const request = (sql: string) => ({ sql, start: { line: 1, column: 1 }, rowLimit: 100 })

describe('runs', () => {
  it('keep the executed text together with the result', async () => {
    const { store, waiting } = waitingStore()
    const ending = store.start('a', request('select 1'))
    expect(store.of('a')).toMatchObject({ state: 'running', request: { sql: 'select 1' } })
    waiting.get('select 1')?.resolve(answer('1'))
    expect(await ending).toMatchObject({ state: 'done', request: { sql: 'select 1' } })
    expect(store.of('b')).toBeUndefined()
  })

  it('discard the late response of an older query', async () => {
    const { store, waiting } = waitingStore()
    const older = store.start('a', request('slow'))
    const newer = store.start('a', request('fast'))
    waiting.get('fast')?.resolve(answer('fast'))
    await newer
    waiting.get('slow')?.resolve(answer('slow'))
    expect(await older).toBeUndefined()
    expect(store.of('a')).toMatchObject({ state: 'done', request: { sql: 'fast' } })
  })

  it('cancel the running query by its own id', async () => {
    const { store, waiting, cancelled } = waitingStore()
    const ending = store.start('a', request('slow'))
    await store.cancel('a')
    expect(cancelled).toEqual(['run-1'])
    expect(store.of('a')).toMatchObject({ state: 'running', isCancelling: true })
    waiting.get('slow')?.reject(new Error('cancelled'))
    expect(await ending).toMatchObject({ state: 'failed', failure: { message: 'cancelled' } })
    await store.cancel('a')
    expect(cancelled).toHaveLength(1)
  })
})

describe('the rows of a run', () => {
  const columns = [{ name: 'n', type: 'integer' }]

  it('are shown while more arrive, at most four times a second', async () => {
    const { store, waiting, arriving, clock } = waitingStore()
    const ending = store.start('a', request('many'))
    const rows = [['1']]
    arriving.get('many')?.([{ columns, rows }])
    expect(store.of('a')).toMatchObject({ state: 'running', results: [{ rows: [['1']] }] })
    rows.push(['2'])
    clock.now = 100
    arriving.get('many')?.([{ columns, rows }])
    expect(store.of('a')).toMatchObject({ results: [{ rows: [['1']] }] })
    clock.now = 300
    arriving.get('many')?.([{ columns, rows }])
    expect(store.of('a')).toMatchObject({ results: [{ rows: [['1'], ['2']] }] })
    waiting.get('many')?.resolve(answer('end'))
    expect(await ending).toMatchObject({ state: 'done' })
  })

  it('of an older run are not shown', () => {
    const { store, arriving } = waitingStore()
    void store.start('a', request('old'))
    void store.start('a', request('new'))
    arriving.get('old')?.([{ columns, rows: [['1']] }])
    expect(store.of('a')).not.toHaveProperty('results')
  })
})

describe('the position of an error', () => {
  const sql = 'select nope;\nab c;\n  d'
  it.each([
    [{ line: 1, column: 1 }, sql, { line: 3, column: 3 }, { line: 3, column: 3 }],
    [{ line: 5, column: 11 }, sql, { line: 1, column: 8 }, { line: 5, column: 18 }],
    [{ line: 5, column: 11 }, sql, { line: 2, column: 4 }, { line: 6, column: 4 }],
    [{ line: 5, column: 11 }, sql, { line: 1, column: null }, { line: 5, column: 11 }],
    [
      { line: 1, column: 1 },
      "x;\nselect '😀', é no",
      { line: 2, column: 15 },
      { line: 2, column: 16 },
    ],
    [{ line: 1, column: 1 }, 'select', { line: 1, column: 7 }, { line: 1, column: 7 }],
  ])('of a run from %o of %j, at %o, is %o', (start, text, place, expected) => {
    expect(positionInText({ sql: text, start }, place)).toEqual(expected)
  })

  it('is undefined if the server gives none', () => {
    const run = { sql, start: { line: 1, column: 1 } }
    expect(positionInText(run, { line: null, column: null })).toBeUndefined()
  })
})
