import { describe, expect, it, vi } from 'vitest'
import type { Run, RunRequest } from '../run-store.ts'
import type { SqlCell } from './cells.ts'
import { runCells, type RunCellsOptions } from './run-cells.ts'

const cell = (id: string, text = `select '${id}'`): SqlCell => ({
  kind: 'sql',
  id,
  text,
  isCollapsed: false,
})
const NONE = { dangers: [], openTables: [] }
const DROP = { dangers: [{ kind: 'drop', excerpt: 'drop table a' }], openTables: [] } as const

const ran = (request: RunRequest): Run => ({
  id: 'run',
  request,
  startedAt: 0,
  state: 'done',
  answer: { results: [], notices: [], commands: [], ended: 'committed', duration_ms: 1 },
})
const failedWith = (request: RunRequest, code: string | null): Run => ({
  id: 'run',
  request,
  startedAt: 0,
  state: 'failed',
  tookMs: 1,
  failure: { message: 'no', code, details: null, progress: null, hint: null },
})

function setUp(options: Partial<RunCellsOptions>) {
  const start = vi.fn<RunCellsOptions['start']>(async (_, request) => ran(request))
  const all = {
    cells: [cell('a'), cell('b'), cell('c')],
    parameters: [],
    how: { rowLimit: 100 },
    start,
    concernsOf: async () => NONE,
    decide: async () => 'run' as const,
    secured: (request: RunRequest) => ({ ...request, sql: `${request.sql}; secured` }),
    onCell: () => undefined,
    isStopped: () => false,
    ...options,
  }
  return { start: vi.mocked(all.start), run: () => runCells(all) }
}
const started = (start: { mock: { calls: Parameters<RunCellsOptions['start']>[] } }) =>
  start.mock.calls.map(([id]) => id)

describe('running cells', () => {
  it('runs all in order, and skips empty ones', async () => {
    const { run, start } = setUp({ cells: [cell('a'), cell('b', ' \n'), cell('c')] })
    expect(await run()).toEqual({ completed: 2, total: 2 })
    expect(started(start)).toEqual(['a', 'c'])
  })

  it.each([
    ['fails', null, 'failed'],
    ['is canceled', 'query_cancelled', 'canceled'],
  ])('stops at the first cell that %s', async (_, code, kind) => {
    const { run, start } = setUp({
      start: vi.fn<RunCellsOptions['start']>(async (id, request) =>
        id === 'b' ? failedWith(request, code) : ran(request),
      ),
    })
    expect(await run()).toEqual({ completed: 1, total: 3, stop: { cellId: 'b', reason: { kind } } })
    expect(started(start)).toEqual(['a', 'b'])
  })

  it('stops between two cells when a person stops it', async () => {
    let isStopped = false
    const { run, start } = setUp({
      isStopped: () => isStopped,
      start: vi.fn<RunCellsOptions['start']>(async (_, request) => {
        isStopped = true
        return ran(request)
      }),
    })
    expect(await run()).toMatchObject({ completed: 1, stop: { cellId: 'b' } })
    expect(started(start)).toEqual(['a'])
  })

  it('sends a cell only the parameters that it uses', async () => {
    const since = { name: 'since', value: '2026-01-01', type: 'date' } as const
    const { run, start } = setUp({
      cells: [cell('a', 'select :since'), cell('b')],
      parameters: [since, { name: 'other', value: '1', type: 'text' }],
    })
    await run()
    expect(start.mock.calls.map(([, { parameters }]) => parameters)).toEqual([[since], undefined])
  })

  it.each([
    ['a parameter has no value', 'select :since', { kind: 'no-value', names: ['since'] }],
    ['several statements use one', 'select :a; select 1', { kind: 'several-statements' }],
  ])('does not start a cell if %s', async (_, text, reason) => {
    const { run, start } = setUp({ cells: [cell('a', text)] })
    expect(await run()).toEqual({ completed: 0, total: 1, stop: { cellId: 'a', reason } })
    expect(start).not.toHaveBeenCalled()
  })

  it.each([
    ['run', ["select 'a'"]],
    ['secure', ["select 'a'; secured"]],
    ['cancel', []],
  ] as const)('asks before a dangerous cell, and follows the answer %s', async (answer, texts) => {
    const decide = vi.fn<RunCellsOptions['decide']>(async () => answer)
    const { run, start } = setUp({ cells: [cell('a')], concernsOf: async () => DROP, decide })
    await run()
    expect(decide).toHaveBeenCalledOnce()
    expect(start.mock.calls.map(([, { sql }]) => sql)).toEqual(texts)
  })
})
