import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MOST_CELLS } from './cells.ts'
import { createNotebookStore, type NotebookStore } from './notebook-store.ts'

let store: NotebookStore
const onChange = vi.fn<() => void>()
beforeEach(() => {
  let count = 0
  onChange.mockClear()
  store = createNotebookStore({
    text: '-- %% sql {"id":"a"}\nselect 1\n-- %% markdown {"id":"b"}\n-- Two\n-- %% sql {"id":"c"}\nselect 3',
    newId: () => `new-${(count += 1)}`,
    onChange,
  })
})
const ids = () => store.snapshot().cells.map(({ id }) => id)
const textOf = (id: string) => store.snapshot().cells.find((cell) => cell.id === id)?.text

describe('the cells of a notebook', () => {
  it.each([
    ['a', 2, ['b', 'c', 'a']],
    ['c', 0, ['c', 'a', 'b']],
    ['b', -1, ['b', 'a', 'c']],
    ['b', 9, ['a', 'c', 'b']],
    ['b', 1, ['a', 'b', 'c']],
    ['x', 1, ['a', 'b', 'c']],
  ])('move %s to %i', (id, index, after) => {
    store.move(id, index)
    expect(ids()).toEqual(after)
  })

  it('are added at a place, and copied below', () => {
    expect(store.insert(1, 'markdown')).toBe('new-1')
    expect(store.duplicate('c')).toBe('new-2')
    expect(ids()).toEqual(['a', 'new-1', 'b', 'c', 'new-2'])
    expect(textOf('new-2')).toBe('select 3')
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('come back to their place after they were deleted, once', () => {
    const undo = store.remove('b')
    expect(ids()).toEqual(['a', 'c'])
    undo?.()
    undo?.()
    expect(ids()).toEqual(['a', 'b', 'c'])
    expect(textOf('b')).toBe('Two')
  })

  it('are at most as many as a page can show', () => {
    while (store.insert(0, 'sql') !== undefined);
    expect(ids()).toHaveLength(MOST_CELLS)
    expect(store.duplicate('a')).toBeUndefined()
  })

  it('read what is typed only when it is needed', () => {
    const read = vi.fn<() => string>(() => 'select 2')
    store.type('a', read)
    store.type('a', read)
    expect(read).not.toHaveBeenCalled()
    expect(store.text()).toContain('{"id":"a"}\nselect 2\n')
    expect(textOf('a')).toBe('select 2')
    expect(read).toHaveBeenCalledOnce()
  })

  it.each([
    ['moved', () => store.move('a', 2)],
    ['copied', () => store.duplicate('a')],
    ['changed', () => store.setCollapsed('a', true)],
  ])('keep what was typed before they are %s', (_, act) => {
    store.type('a', () => 'typed')
    act()
    expect(textOf('a')).toBe('typed')
    expect(store.text()).toContain('typed')
  })

  it('bring back what was typed before they were deleted', () => {
    store.type('a', () => 'typed')
    store.remove('a')?.()
    expect(textOf('a')).toBe('typed')
  })

  it('are replaced together, without what was typed', () => {
    store.type('a', () => 'typed')
    onChange.mockClear()
    store.replace('-- %% sql {"id":"a"}\ntheirs')
    expect(store.text()).toBe('-- %% sql {"id":"a"}\ntheirs')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('share one value for each parameter', () => {
    store.setParameter({ name: 'a', value: '1', type: 'text' })
    store.setParameter({ name: 'b', value: null, type: 'text' })
    store.setParameter({ name: 'a', value: '2', type: 'bigint' })
    expect(store.snapshot().parameters).toEqual([
      { name: 'b', value: null, type: 'text' },
      { name: 'a', value: '2', type: 'bigint' },
    ])
  })
})
