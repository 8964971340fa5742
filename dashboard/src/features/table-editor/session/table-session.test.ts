import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type {
  ChangedRow,
  RowChange as OneOfChanges,
} from '@stoa/contract/services/meta/row-changes'
import type { Row } from '@stoa/contract/services/meta/rows'
import { describe, expect, it, vi } from 'vitest'
import type {
  RowChange,
  RowChangeResult,
  RowChangesResult,
} from '../../../data/resources/services/meta/rows.ts'
import { cellsAtHand, readCells } from './copy-rows.ts'
import { requestOf } from './held-changes.ts'
import type { RowsOfTable, ViewState } from './session-view.ts'
import { createTableSession } from './table-session.ts'
import { createTableSessions } from './table-sessions.ts'

const column = (name: string, type: string, position: number) =>
  ({ name, type, position, is_nullable: true }) as Column

const tableOf = (...columns: Column[]) =>
  ({ id: 7, name: 'orders', kind: 'table', columns, primary_key: ['id'] }) as unknown as TableDetail

const ORDERS = tableOf(column('id', 'integer', 1), column('name', 'text', 2))
const EVERYTHING: ViewState = { filters: [], match: 'all', sorts: [] }

const row = (version: string, ...cells: (string | null)[]): Row => ({ version, cells })

/** The result of changes of rows that return nothing to know. */
const saved = (count: number, part: Partial<ChangedRow> = {}): RowChangesResult => ({
  state: 'saved',
  columns: ['id', 'name'],
  rows: Array.from({ length: count }, () => ({
    key: { id: '1' },
    version: '20',
    values: {},
    deleted: null,
    is_kept: false,
    ...part,
  })),
})

/** A session on rows that a test can change, whose saves resolve when the test says so. */
function openSession(table = ORDERS) {
  const state = { rows: [row('10', '1', 'Ann'), row('10', '2', 'Bob')], columns: ['id', 'name'] }
  const saves: RowChange[] = []
  const batches: (readonly OneOfChanges[])[] = []
  const results: RowChangesResult[] = []
  const outcomes: boolean[] = []
  const answers: ((result: RowChangeResult) => void)[] = []
  const reads = vi.fn<() => void>()
  const onStuck = vi.fn<() => void>()
  const onGone = vi.fn<() => void>()
  const rows: RowsOfTable = {
    async list() {
      reads()
      const { length } = state.rows
      return {
        columns: state.columns,
        rows: state.rows,
        cursor: null,
        truncated: [],
        count: { value: length, is_exact: true },
      }
    },
    get: async () => ({ columns: state.columns, ...(state.rows[0] ?? row('10')) }),
    update(change) {
      saves.push(change)
      return new Promise((resolve) => answers.push(resolve))
    },
    change(changes) {
      batches.push(changes)
      return Promise.resolve(results.shift() ?? saved(changes.length))
    },
    preview: async () => [],
    wasSaved: async () => outcomes.shift(),
  }
  const onUndone = vi.fn<() => void>()
  const onNotUndone = vi.fn<() => void>()
  const onReviewed = vi.fn<(undo: unknown, count: number) => void>()
  const session = createTableSession({
    projectRef: 'ref',
    table,
    rows,
    onStuck,
    onGone,
    onUndone,
    onNotUndone,
    onReviewed,
  })
  const onOutdated = vi.fn<() => void>()
  const show = async (shown = table, view = EVERYTHING) => {
    const opened = session.view(shown, view)
    const hide = session.show(opened, onOutdated)
    opened.cache.show(0, 10)
    await vi.waitFor(() => expect(opened.cache.row(0)).toBeDefined())
    return { ...opened, hide }
  }
  const answer = async (result: RowChangeResult) => {
    answers.shift()?.(result)
    await Promise.resolve()
    await Promise.resolve()
  }
  const told = { onUndone, onNotUndone, onReviewed }
  const sent = { saves, batches, results, outcomes }
  return { state, session, ...sent, answer, reads, onStuck, onGone, ...told, onOutdated, show }
}

type Opened = Awaited<ReturnType<ReturnType<typeof openSession>['show']>>

/** Edits a cell of a loaded row as the grid does. */
function edit(view: Opened, index: number, name: string, to: string) {
  const cached = view.cache.row(index)
  if (cached?.key === undefined) throw new Error('The row is not loaded')
  const { id, key } = cached
  const from = view.valueOf(cached, name)
  view.edits.edit({ id, key, version: cached.row.version }, { column: name, from, to })
  return id
}

describe('a table session', () => {
  it('saves a second edit of a row after another table was opened', async () => {
    const { saves, answer, onGone, show } = openSession()
    const view = await show()
    edit(view, 0, 'name', 'Anna')
    edit(view, 0, 'name', 'Annabel')
    view.hide()
    await answer({ state: 'saved', row: row('11', '1', 'Anna') })
    expect(saves[1]).toEqual({ key: { id: '1' }, version: '11', values: { name: 'Annabel' } })
    await answer({ state: 'saved', row: row('12', '1', 'Annabel') })
    expect(view.edits.pending()).toEqual([])
    expect(onGone).not.toHaveBeenCalled()
  })

  it('reports an edit that was refused after another table was opened, and keeps it', async () => {
    const { session, answer, onStuck, show } = openSession()
    const view = await show()
    const id = edit(view, 0, 'name', 'Anna')
    view.hide()
    await answer({ state: 'rejected', message: 'no', code: 'check_violation', columns: ['name'] })
    expect(onStuck).toHaveBeenCalledOnce()
    const again = await show()
    expect(again.cache.row(0)?.id).toBe(id)
    expect(session.edits.row(id)?.rejected.get('name')?.value).toBe('Anna')
  })

  it('shows a row whose key was edited, with its new version, and its second edit', async () => {
    const { saves, answer, show } = openSession()
    const view = await show()
    const id = edit(view, 0, 'id', '7')
    edit(view, 0, 'name', 'Anna')
    await answer({ state: 'saved', row: row('11', '7', 'Ann') })
    expect(view.cache.row(0)).toMatchObject({ id, key: { id: '7' }, row: { version: '11' } })
    expect(view.edits.row(id)?.cells.get('name')?.to).toBe('Anna')
    await answer({ state: 'saved', row: row('12', '7', 'Anna') })
    expect(view.cache.row(0)?.row).toEqual(row('12', '7', 'Anna'))
    edit(view, 0, 'name', 'Anne')
    expect(saves[2]).toEqual({ key: { id: '7' }, version: '12', values: { name: 'Anne' } })
  })

  it('keeps a row selected whose key was edited', async () => {
    const { answer, show } = openSession()
    const view = await show()
    const id = edit(view, 0, 'id', '7')
    view.chosen.toggle(id, { id: '1' })
    await answer({ state: 'saved', row: row('11', '7', 'Ann') })
    expect([...view.chosen.all()]).toEqual([[id, { id: '7' }]])
  })

  it('loads the rows again after the type of a column has changed', async () => {
    const { state, show, reads } = openSession()
    await show()
    state.rows = [row('20', '1', '5')]
    const changed = tableOf(column('id', 'integer', 1), column('name', 'integer', 2))
    const view = await show(changed)
    expect(reads).toHaveBeenCalledTimes(2)
    expect(view.cache.row(0)?.row).toEqual(row('20', '1', '5'))
  })

  it('keeps its rows when only a comment of the table has changed', async () => {
    const { show, reads } = openSession()
    const before = await show()
    const after = await show({ ...ORDERS, comment: 'All orders' })
    expect(after.cache).toBe(before.cache)
    expect(reads).toHaveBeenCalledOnce()
  })

  it('keeps the cells of columns in place whose names have line breaks', async () => {
    const table = tableOf(
      column('id', 'integer', 1),
      column('first\nname', 'text', 2),
      column('name', 'text', 3),
    )
    const { state, show, onOutdated } = openSession(table)
    state.columns = ['id', 'first\nname', 'name']
    state.rows = [row('10', '1', 'Ann', 'Lee')]
    const view = await show()
    expect(view.cache.row(0)?.row.cells).toEqual(['1', 'Ann', 'Lee'])
    expect((await view.readFirst(1))[0]?.row.cells).toEqual(['1', 'Ann', 'Lee'])
    expect(onOutdated).not.toHaveBeenCalled()
  })

  it('copies the edited value of a cell that is not saved yet', async () => {
    const { show } = openSession()
    const view = await show()
    edit(view, 0, 'name', 'Anna')
    const part = { rows: { firstRow: 0, lastRow: 1 }, columns: ['name'] }
    expect(cellsAtHand(view, part)).toEqual([['Anna'], ['Bob']])
    expect(await readCells(view, part)).toEqual([['Anna'], ['Bob']])
  })

  it('asks for the definition again when a saved row has other columns', async () => {
    const { answer, onOutdated, show } = openSession()
    const view = await show()
    edit(view, 0, 'name', 'Anna')
    await answer({ state: 'saved', row: row('11', '1', 'extra', 'Anna') })
    expect(onOutdated).toHaveBeenCalledOnce()
    expect(view.cache.row(0)?.row.cells).not.toContain('extra')
  })

  it('shows an inserted row at once if it comes last, and otherwise loads the rows again', async () => {
    const { state, show, reads } = openSession()
    const view = await show()
    view.addInserted(row('10', '3', 'Cyd'))
    expect(view.cache.row(2)?.row.cells).toEqual(['3', 'Cyd'])
    expect(reads).toHaveBeenCalledOnce()
    state.rows = [row('10', '0', 'Ada'), ...state.rows, row('10', '3', 'Cyd')]
    view.addInserted(row('10', '0', 'Ada'))
    await vi.waitFor(() => expect(view.cache.row(0)?.row.cells).toEqual(['0', 'Ada']))

    const sorted = await show(ORDERS, {
      filters: [],
      match: 'all',
      sorts: [{ column: 'name', ascending: true }],
    })
    sorted.addInserted(row('10', '4', 'Abe'))
    expect(reads).toHaveBeenCalledTimes(4)
  })
})

describe('undo', () => {
  it('sets the value from before an edit, and expects the one that was stored', async () => {
    const { answer, batches, results, onUndone, show, session } = openSession()
    const view = await show()
    edit(view, 0, 'name', ' Anna')
    await answer({ state: 'saved', row: row('11', '1', 'Anna') })
    expect(session.history.state()).toMatchObject({ undo: 'edit of name', redo: undefined })
    results.push(saved(1, { values: { name: 'Ann' } }))
    await session.history.undo()
    const both = { kind: 'update', key: { id: '1' }, version: null }
    expect(batches[0]).toEqual([{ ...both, expected: { name: 'Anna' }, values: { name: 'Ann' } }])
    expect(onUndone).toHaveBeenCalledWith('undo', 'edit of name')
    await session.history.redo()
    expect(batches[1]).toEqual([{ ...both, expected: { name: 'Ann' }, values: { name: 'Anna' } }])
  })

  it('asks before it overwrites a change of somebody else', async () => {
    const { answer, batches, results, show, session } = openSession()
    edit(await show(), 0, 'name', 'Anna')
    await answer({ state: 'saved', row: row('11', '1', 'Anna') })
    const theirs = row('12', '1', 'Zoe')
    results.push({ state: 'conflict', change: 0, theirs })
    await session.history.undo()
    expect(session.history.state().conflict).toMatchObject({ way: 'undo', theirs })
    await session.history.force()
    expect(batches[1]).toEqual([
      { kind: 'update', key: { id: '1' }, version: null, values: { name: 'Ann' } },
    ])
    expect(session.history.state()).toMatchObject({ redo: 'edit of name', conflict: undefined })
  })

  it('restores deleted rows with all their values, and can delete them again', async () => {
    const { batches, results, show, session } = openSession()
    const view = await show()
    const { id, key = {} } = view.cache.row(0) ?? { id: 0 }
    results.push(saved(1, { key: null, deleted: ['1', 'Ann'] }))
    const removal = await view.removeRows([{ id, key, version: '10' }])
    expect(removal.state).toBe('saved')
    results.push(saved(1, { key: { id: '1' }, version: '30' }))
    if (removal.state === 'saved') await removal.undo?.()
    expect(batches[1]).toEqual([
      { kind: 'insert', values: { id: '1', name: 'Ann' }, restores: true },
    ])
    await session.history.redo()
    expect(batches[2]).toEqual([{ kind: 'delete', key: { id: '1' }, version: '30' }])
  })

  it('removes an inserted row only as this session wrote it', async () => {
    const { batches, results, show, session } = openSession()
    const view = await show()
    view.addInserted(row('15', '3', 'Cyd'))
    results.push(saved(1, { key: null, deleted: ['3', 'Cid'] }))
    await session.history.undo()
    expect(batches[0]).toEqual([{ kind: 'delete', key: { id: '3' }, version: '15' }])
    await session.history.redo()
    expect(batches[1]).toEqual([
      { kind: 'insert', values: { id: '3', name: 'Cid' }, restores: true },
    ])
  })

  it('can be tried again without a response, but not after a refusal', async () => {
    const { answer, results, onNotUndone, show, session } = openSession()
    edit(await show(), 0, 'name', 'Anna')
    await answer({ state: 'saved', row: row('11', '1', 'Anna') })
    results.push({ state: 'unreachable', message: 'no connection' })
    await session.history.undo()
    expect(session.history.state().undo).toBe('edit of name')
    const refusal = { message: 'no', code: 'row_not_found', change: 0 }
    results.push({ state: 'rejected', ...refusal })
    await session.history.undo()
    expect(session.history.state().undo).toBeUndefined()
    expect(onNotUndone).toHaveBeenLastCalledWith('undo', 'no')
  })
})

describe('review mode', () => {
  /** A view with an edit, a deletion and an insertion that are not saved. */
  async function collected() {
    const opened = openSession()
    const view = await opened.show()
    const { review } = opened.session
    review.setOn(true)
    edit(view, 0, 'name', 'Anna')
    const second = view.cache.row(1)
    await view.removeRows([{ id: second?.id ?? 0, key: second?.key ?? {}, version: '10' }])
    review.add([{ name: 'Cyd' }])
    return { ...opened, view, review }
  }

  it('collects changes in their order, and shows them', async () => {
    const { view, review, batches, saves } = await collected()
    expect([batches, saves]).toEqual([[], []])
    expect(review.changes().map(({ kind }) => kind)).toEqual(['update', 'delete', 'insert'])
    expect(view.cache.total()).toEqual({ value: 3, is_exact: true })
    expect(view.cache.row(2)?.row.cells).toEqual([null, 'Cyd'])
    expect(review.removal(view.cache.row(1)?.id ?? 0)).toBe(true)
  })

  it('saves all changes in one request, which can be undone', async () => {
    const { review, batches, results, onReviewed, session } = await collected()
    results.push({
      ...saved(0),
      rows: [
        {
          key: { id: '1' },
          version: '20',
          values: { name: 'Anna' },
          deleted: null,
          is_kept: false,
        },
        { key: null, version: null, values: {}, deleted: ['2', 'Bob'], is_kept: false },
        { key: { id: '3' }, version: '20', values: { name: 'Cyd' }, deleted: null, is_kept: false },
      ],
    } as RowChangesResult)
    await review.save()
    expect(batches).toEqual([
      [
        { kind: 'update', key: { id: '1' }, version: '10', values: { name: 'Anna' } },
        { kind: 'delete', key: { id: '2' }, version: '10' },
        { kind: 'insert', values: { name: 'Cyd' } },
      ],
    ])
    expect(review.changes()).toEqual([])
    expect(onReviewed.mock.calls[0]?.[1]).toBe(3)
    await session.history.undo()
    expect(batches[1]?.map(({ kind }) => kind)).toEqual(['delete', 'insert', 'update'])
  })

  it('keeps what is changed during a save, on the saved row, and saves nothing twice', async () => {
    const { view, review, batches } = await collected()
    const saving = review.save()
    edit(view, 0, 'name', 'Annabel')
    review.add([{ name: 'Dee' }])
    await review.save()
    await saving
    expect(batches).toHaveLength(1)
    expect(review.changes().map(requestOf)).toEqual([
      {
        kind: 'update',
        key: { id: '1' },
        version: '20',
        values: { name: 'Annabel' },
        from: { name: 'Ann' },
      },
      { kind: 'insert', values: { name: 'Dee' } },
    ])
    await review.save()
    expect(batches[1]).toHaveLength(2)
  })

  it('names the change that failed and keeps all of them', async () => {
    const { view, review, results } = await collected()
    results.push({ state: 'rejected', message: 'no', code: 'check_violation', change: 1 })
    await review.save()
    expect(review.progress()).toEqual({
      state: 'failed',
      message: 'no',
      id: view.cache.row(1)?.id,
    })
    expect(review.changes()).toHaveLength(3)
  })

  it('saves over the change of somebody else after the user has chosen so', async () => {
    const { review, batches, results } = await collected()
    results.push({ state: 'conflict', change: 0, theirs: row('12', '1', 'Zoe') })
    await review.save()
    expect(review.progress()).toMatchObject({ state: 'conflict', theirs: row('12', '1', 'Zoe') })
    await review.keepMine()
    expect(batches[1]?.[0]).toMatchObject({ kind: 'update', version: '12' })
    expect(review.changes()).toEqual([])
  })

  it('takes changes back one by one, and repeats them', async () => {
    const { view, review } = await collected()
    review.undo()
    expect(view.cache.total()?.value).toBe(2)
    review.undo()
    review.undo()
    expect(review.changes()).toEqual([])
    expect(review.canUndo()).toBe(false)
    review.redo()
    expect(review.changes()).toMatchObject([{ kind: 'update' }])
    expect(view.edits.pending()[0]?.cells.get('name')?.to).toBe('Anna')
  })

  it('drops one change, or all of them', async () => {
    const { review, view } = await collected()
    review.drop(view.cache.row(0)?.id ?? 0)
    expect(review.changes().map(({ kind }) => kind)).toEqual(['delete', 'insert'])
    review.discard()
    expect(review.changes()).toEqual([])
    expect(view.cache.total()?.value).toBe(2)
  })

  it('counts as unsaved', async () => {
    const sessions = createTableSessions(window)
    const { session, review } = await collected()
    sessions.open({ projectRef: 'ref', tableId: 7, role: 'null' }, () => session)
    review.add([{}])
    expect(sessions.unsaved('ref')).toEqual([session])
    sessions.discard('ref')
    expect(sessions.unsaved('ref')).toEqual([])
  })
})

describe('the sessions of an account', () => {
  const address = { projectRef: 'ref', tableId: 7, role: 'null' }

  it('continue a table with unsaved edits, and forget one without', async () => {
    const sessions = createTableSessions(window)
    const first = openSession()
    expect(sessions.open(address, () => first.session)).toBe(first.session)
    const release = sessions.hold(address, first.session)
    const view = await first.show()
    edit(view, 0, 'name', 'Anna')
    expect(sessions.unsaved('ref')).toEqual([first.session])
    release()
    const second = openSession()
    expect(sessions.open(address, () => second.session)).toBe(first.session)
    first.session.edits.discard(edit(view, 0, 'name', 'Anne'))
    expect(sessions.unsaved('ref')).toEqual([])
    expect(sessions.open(address, () => second.session)).toBe(second.session)
  })

  it('continue a table whose saved edits can be undone', async () => {
    const sessions = createTableSessions(window)
    const first = openSession()
    const release = sessions.hold(
      address,
      sessions.open(address, () => first.session),
    )
    edit(await first.show(), 0, 'name', 'Anna')
    release()
    await first.answer({ state: 'saved', row: row('11', '1', 'Anna') })
    const second = openSession()
    expect(sessions.open(address, () => second.session)).toBe(first.session)
    expect(sessions.unsaved('ref')).toEqual([])
  })

  it('ask before the page closes while an edit is being saved, and retry when it is online', async () => {
    const sessions = createTableSessions(window)
    const { session, saves, answer, show } = openSession()
    sessions.hold(
      address,
      sessions.open(address, () => session),
    )
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(asks()).toBe(false)
    edit(await show(), 0, 'name', 'Anna')
    expect(asks()).toBe(true)
    await answer({ state: 'unreachable', message: 'no connection' })
    expect(asks()).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(saves).toHaveLength(2)
    await answer({ state: 'saved', row: row('11', '1', 'Anna') })
    expect(asks()).toBe(false)
  })

  it('drop the edits of a project that the user gives up', async () => {
    const sessions = createTableSessions(window)
    const { session, answer, show } = openSession()
    sessions.hold(
      address,
      sessions.open(address, () => session),
    )
    edit(await show(), 0, 'name', 'Anna')
    await answer({ state: 'unreachable', message: 'no connection' })
    sessions.discard('ref')
    expect(sessions.unsaved('ref')).toEqual([])
    expect(session.edits.pending()).toEqual([])
  })
})

describe('changes of which the response was lost', () => {
  const lost = { state: 'unreachable' as const, message: 'no connection', token: 'token' }
  const insert = { kind: 'insert' as const, values: { name: 'Cyd' } }

  async function saveInReview() {
    const opened = openSession()
    await opened.show()
    const { review } = opened.session
    review.setOn(true)
    review.add([{ name: 'Cyd' }])
    opened.results.push(lost)
    await review.save()
    expect(review.progress()).toMatchObject({ state: 'failed' })
    return { ...opened, review }
  }

  it('are not saved again if they were saved, and later ones are', async () => {
    const { review, batches, outcomes, onReviewed } = await saveInReview()
    review.add([{ name: 'Dan' }])
    outcomes.push(true)
    await review.save()
    expect(batches.slice(1)).toEqual([[{ kind: 'insert', values: { name: 'Dan' } }]])
    expect(review.changes()).toEqual([])
    expect(onReviewed).toHaveBeenCalledTimes(2)
  })

  it('are saved again if they were not saved', async () => {
    const { review, batches, outcomes } = await saveInReview()
    outcomes.push(false)
    await review.save()
    expect(batches).toEqual([[insert], [insert]])
    expect(review.changes()).toEqual([])
  })

  it('stay collected while it is not known', async () => {
    const { review, batches } = await saveInReview()
    await review.save()
    expect(batches).toHaveLength(1)
    expect(review.progress()).toMatchObject({ state: 'failed' })
    expect(review.changes()).toHaveLength(1)
  })

  it.each([
    [true, 1],
    [false, 2],
  ])('are repeated outside of review mode as well: saved %s', async (isSaved, times) => {
    const { show, batches, results, outcomes } = openSession()
    const view = await show()
    results.push(lost)
    expect(await view.applyChanges('paste', [insert])).toMatchObject({ state: 'unreachable' })
    outcomes.push(isSaved)
    expect(await view.applyChanges('paste', [insert])).toMatchObject({ state: 'saved' })
    expect(batches).toHaveLength(times)
  })
})

describe('a bulk change', () => {
  it('is undone row by row, only where nobody has changed the value since', async () => {
    const { session, show, batches } = openSession()
    const view = await show()
    view.chosen.toggle(1, { id: '1' })
    const undo = view.recordBulk('bulk edit of name', [
      { before: { id: '1' }, after: { id: '1' }, from: { name: 'Ann' }, to: { name: 'Same' } },
      { before: { id: '2' }, after: { id: '2' }, from: { name: null }, to: { name: 'Same' } },
    ])
    expect(view.chosen.all().size).toBe(0)
    expect(session.history.state().undo).toBe('bulk edit of name')
    await undo?.()
    const update = { kind: 'update', version: null, expected: { name: 'Same' } }
    expect(batches).toEqual([
      [
        { ...update, key: { id: '2' }, values: { name: null } },
        { ...update, key: { id: '1' }, values: { name: 'Ann' } },
      ],
    ])
  })

  it('restores deleted rows', async () => {
    const { show, batches } = openSession()
    const view = await show()
    const from = { id: '1', name: 'Ann' }
    await view.recordBulk('deleted rows', [
      { before: { id: '1' }, after: null, from, to: null },
    ])?.()
    expect(batches).toEqual([[{ kind: 'insert', values: from, restores: true }]])
  })

  it('of too many rows cannot be undone', async () => {
    const { session, show } = openSession()
    const view = await show()
    expect(view.recordBulk('bulk edit of name', undefined)).toBeUndefined()
    expect(session.history.state().undo).toBeUndefined()
  })
})
