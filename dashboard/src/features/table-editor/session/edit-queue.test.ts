import { describe, expect, it } from 'vitest'
import type { Row } from '@stoa/contract/services/meta/rows'
import { createEditQueue } from './edit-queue.ts'
import type { HeldEdit } from './edit-queue.ts'
import type { RowChange, RowChangeResult } from '../../../data/resources/services/meta/rows.ts'
import type { RowKey } from './row-key.ts'

const COLUMNS = ['id', 'name', 'age']
const row = (version: string, ...cells: (string | null)[]): Row => ({ version, cells })
const first = { id: 1, key: { id: '1' } as RowKey, version: '10' }

/** A queue whose saves resolve when the test says so. */
function waitingQueue({ isHeld = false } = {}) {
  const saved: number[] = []
  const held: HeldEdit[] = []
  const requests: RowChange[] = []
  const answers: ((result: RowChangeResult) => void)[] = []
  const stored: Row[] = []
  const gone: number[] = []
  const stuck: number[] = []
  const queue = createEditQueue({
    save(request) {
      requests.push(request)
      return new Promise((resolve) => answers.push(resolve))
    },
    onRow: (_id, next) => stored.push(next),
    onGone: (id) => gone.push(id),
    onStuck: (id) => stuck.push(id),
    onSaved: ({ id }) => saved.push(id),
    isHeld: () => isHeld,
    onHeld: (edits) => held.push(...edits),
    keyOf: ({ cells }) => ({ id: cells[0] ?? null }),
    cellOf: ({ cells }, column) => cells[COLUMNS.indexOf(column)] ?? null,
  })
  const answer = async (result: RowChangeResult) => {
    answers.shift()?.(result)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { queue, requests, stored, gone, stuck, saved, held, answer }
}

describe('edit queue', () => {
  it('shows an edit at once and drops it when the server has stored it', async () => {
    const { queue, requests, stored, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    expect(queue.row(first.id)?.cells.get('name')).toEqual({ from: 'Ann', to: 'Anna' })
    expect(requests).toEqual([{ key: { id: '1' }, version: '10', values: { name: 'Anna' } }])
    await answer({ state: 'saved', row: row('11', '1', 'Anna', '30') })
    expect(queue.row(first.id)).toBeUndefined()
    expect(queue.pending()).toEqual([])
    expect(stored).toEqual([row('11', '1', 'Anna', '30')])
  })

  it('sends a second edit of a row after the first, with the version the first save returned', async () => {
    const { queue, requests, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    queue.edit(first, { column: 'age', from: '30', to: '31' })
    expect(requests).toHaveLength(1)
    await answer({ state: 'saved', row: row('11', '1', 'Anna', '30') })
    expect(requests[1]).toEqual({ key: { id: '1' }, version: '11', values: { age: '31' } })
  })

  it('uses the new key after the key itself was changed', async () => {
    const { queue, requests, answer } = waitingQueue()
    queue.edit(first, { column: 'id', from: '1', to: '7' })
    queue.edit(first, { column: 'age', from: '30', to: '31' })
    await answer({ state: 'saved', row: row('11', '7', 'Ann', '30') })
    expect(requests[1]?.key).toEqual({ id: '7' })
  })

  it('rolls back a rejected edit and keeps the reason beside the cell', async () => {
    const { queue, answer } = waitingQueue()
    queue.edit(first, { column: 'age', from: '30', to: '-1' })
    await answer({
      state: 'rejected',
      message: 'violates check',
      code: 'check_violation',
      columns: [],
    })
    expect(queue.row(first.id)?.cells.has('age')).toBe(false)
    expect(queue.row(first.id)?.rejected.get('age')).toEqual({
      value: '-1',
      message: 'violates check',
      code: 'check_violation',
    })
    queue.dismissRejection(first.id, 'age')
    expect(queue.row(first.id)).toBeUndefined()
  })

  it('keeps an edit with an unknown result until it is retried', async () => {
    const { queue, requests, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    await answer({ state: 'unreachable', message: 'no connection' })
    expect(queue.pending()[0]?.progress).toEqual({ state: 'unsaved', message: 'no connection' })
    expect(queue.row(first.id)?.cells.get('name')?.to).toBe('Anna')
    queue.retry(first.id)
    expect(requests).toHaveLength(2)
    await answer({ state: 'saved', row: row('11', '1', 'Anna', '30') })
    expect(queue.pending()).toEqual([])
  })

  it('treats a conflict with its own lost write as success', async () => {
    const { queue, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    await answer({ state: 'unreachable', message: 'no connection' })
    queue.retry(first.id)
    await answer({ state: 'conflict', theirs: row('11', '1', 'Anna', '30') })
    expect(queue.row(first.id)).toBeUndefined()
  })

  it("overwrites the other change on keep mine, using that change's version", async () => {
    const { queue, requests, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    await answer({ state: 'conflict', theirs: row('12', '1', 'Anne', '30') })
    expect(queue.row(first.id)?.progress.state).toBe('conflict')
    queue.keepMine(first.id)
    expect(requests[1]).toMatchObject({ version: '12', values: { name: 'Anna' } })
    await answer({ state: 'saved', row: row('13', '1', 'Anna', '30') })
    expect(queue.pending()).toEqual([])
  })

  it('shows the other row on take theirs and sends nothing', async () => {
    const { queue, requests, stored, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    await answer({ state: 'conflict', theirs: row('12', '1', 'Anne', '30') })
    queue.discard(first.id)
    expect(stored).toEqual([row('12', '1', 'Anne', '30')])
    expect(requests).toHaveLength(1)
    expect(queue.pending()).toEqual([])
  })

  it('reports a row that has since been deleted', async () => {
    const { queue, gone, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    await answer({ state: 'gone' })
    expect(gone).toEqual([first.id])
    expect(queue.row(first.id)).toBeUndefined()
  })

  it('sends the other edits again if an error is about one column', async () => {
    const { queue, requests, answer } = waitingQueue()
    const changes = [
      { column: 'name', from: 'Ann', to: 'Anna' },
      { column: 'age', from: '30', to: 'x' },
    ]
    queue.editAll([{ row: first, changes, refusals: [] }])
    expect(requests[0]?.values).toEqual({ name: 'Anna', age: 'x' })
    await answer({ state: 'rejected', message: 'no', code: 'invalid_value', columns: ['age'] })
    expect(requests[1]?.values).toEqual({ name: 'Anna' })
    expect([...(queue.row(first.id)?.rejected.keys() ?? [])]).toEqual(['age'])
  })

  it('saves a corrected value with the version that was loaded since it was refused', async () => {
    const { queue, requests, answer } = waitingQueue()
    queue.edit(first, { column: 'age', from: '30', to: 'x' })
    await answer({ state: 'rejected', message: 'no', code: 'invalid_value', columns: [] })
    queue.edit({ ...first, version: '12' }, { column: 'age', from: '30', to: '31' })
    expect(requests[1]).toEqual({ key: { id: '1' }, version: '12', values: { age: '31' } })
    expect(queue.refused()).toEqual([])
  })

  it('keeps a value that cannot be sent, and sends nothing', () => {
    const { queue, requests } = waitingQueue()
    queue.refuse(first, { column: 'age', value: 'x', message: '“x” is not an integer.' })
    expect(requests).toHaveLength(0)
    expect(queue.pending()).toEqual([])
    expect(queue.refused()[0]?.rejected.get('age')?.value).toBe('x')
  })

  it('reports the rows whose edits wait for the user', async () => {
    const { queue, stuck, answer } = waitingQueue()
    queue.edit(first, { column: 'age', from: '30', to: '31' })
    await answer({ state: 'unreachable', message: 'no connection' })
    expect(stuck).toEqual([first.id])
  })

  it('saves the rows of a large batch a few at a time, and all of them in the end', async () => {
    const { queue, requests, answer } = waitingQueue()
    const rows = Array.from({ length: 20 }, (_, index) => index + 1)
    queue.editAll(
      rows.map((id) => ({
        row: { id, key: { id: String(id) }, version: '1' },
        changes: [{ column: 'age', from: '1', to: '2' }],
        refusals: [],
      })),
    )
    expect(queue.pending()).toHaveLength(20)
    expect(requests.length).toBeLessThan(6)
    for (const id of rows) await answer({ state: 'saved', row: row('2', String(id), 'Ann', '2') })
    expect(requests).toHaveLength(20)
    expect(queue.pending()).toEqual([])
  })

  it('forgets the edits of deleted rows', async () => {
    const { queue, answer } = waitingQueue()
    queue.edit(first, { column: 'age', from: '30', to: '31' })
    await answer({ state: 'unreachable', message: 'no connection' })
    queue.forget([first.id])
    expect(queue.pending()).toEqual([])
  })

  it('reports each edit that was saved, which is what can be undone', async () => {
    const { queue, saved, answer } = waitingQueue()
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    await answer({ state: 'rejected', message: 'no', code: 'check_violation', columns: ['name'] })
    expect(saved).toEqual([])
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anne' })
    await answer({ state: 'saved', row: row('11', '1', 'Anne', '30') })
    expect(saved).toEqual([first.id])
  })

  it('collects edits in review mode instead of sending them', () => {
    const { queue, requests, held } = waitingQueue({ isHeld: true })
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anne' })
    expect(requests).toEqual([])
    expect(queue.row(first.id)).toMatchObject({ progress: { state: 'held' } })
    expect(queue.row(first.id)?.cells.get('name')).toEqual({ from: 'Ann', to: 'Anne' })
    expect(held.map(({ before, to }) => [before, to])).toEqual([
      ['Ann', 'Anna'],
      ['Anna', 'Anne'],
    ])
  })

  it('drops a collected edit that sets the stored value again', () => {
    const { queue } = waitingQueue({ isHeld: true })
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Anna' })
    queue.edit(first, { column: 'name', from: 'Ann', to: 'Ann' })
    expect(queue.pending()).toEqual([])
  })
})
