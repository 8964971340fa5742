import { renderHook } from '@testing-library/react'
import type { PointerEvent } from 'react'
import type { CellKeyboardEvent, CellMouseEvent, DataGridHandle } from 'react-data-grid'
import { afterEach, expect, it, vi } from 'vitest'
import { createRangeSelection } from './range-selection.ts'
import { useRangeEvents } from './use-range-events.ts'

/** A grid of 5 rows and 4 columns, the first of which has check boxes. */
function open() {
  const selection = createRangeSelection()
  const scrollToCell = vi.fn<DataGridHandle['scrollToCell']>()
  const grid = { current: { scrollToCell } as unknown as DataGridHandle }
  const { result } = renderHook(() =>
    useRangeEvents({ selection, grid, rowCount: 5, columnCount: 4, firstColumn: 1 }),
  )
  return { selection, scrollToCell, events: result.current }
}

const mouse = (fields: Partial<MouseEvent> = {}) => {
  const event = { button: 0, shiftKey: false, ...fields }
  const preventGridDefault = vi.fn<() => void>()
  const preventDefault = vi.fn<() => void>()
  return { ...event, preventGridDefault, preventDefault } as unknown as CellMouseEvent
}
const key = (name: string, fields: Partial<KeyboardEvent> = {}) => {
  const preventGridDefault = vi.fn<() => void>()
  const preventDefault = vi.fn<() => void>()
  const event = { key: name, shiftKey: false, ctrlKey: false, metaKey: false, ...fields }
  return { ...event, preventGridDefault, preventDefault } as unknown as CellKeyboardEvent
}
const cell = (rowIdx: number, idx: number) => ({ rowIdx, column: { idx } })
const active = (rowIdx: number, idx: number) => ({ mode: 'ACTIVE' as const, ...cell(rowIdx, idx) })

/** A cell as the grid draws it: its indexes start at 1, and the header is the first row. */
function drawn(row: number, column: number): Element {
  document.body.innerHTML = `<div role="row" aria-rowindex="${row + 2}"><div role="gridcell" aria-colindex="${column + 1}"><span>x</span></div></div>`
  const target = document.querySelector('span')
  if (!target) throw new Error('There is no cell.')
  return target
}
const over = (target: EventTarget, buttons = 1) =>
  ({ target, buttons }) as unknown as PointerEvent<HTMLElement>

afterEach(() => {
  document.body.innerHTML = ''
})

it('selects the cells that the pointer is dragged over', () => {
  const { selection, events } = open()
  events.onCellMouseDown(cell(1, 1), mouse())
  events.onPointerOver(over(drawn(3, 2)))
  expect(selection.range()).toEqual({ firstRow: 1, lastRow: 3, firstColumn: 1, lastColumn: 2 })
  events.onPointerUp()
  events.onPointerOver(over(drawn(4, 3)))
  expect(selection.range()).toMatchObject({ lastRow: 3, lastColumn: 2 })
})

it('ends the drag if the button was released outside the grid', () => {
  const { selection, events } = open()
  events.onCellMouseDown(cell(1, 1), mouse())
  events.onPointerOver(over(drawn(3, 2), 0))
  events.onPointerOver(over(drawn(3, 2)))
  expect(selection.range()).toBeUndefined()
})

it('selects neither check boxes nor with another button', () => {
  const { selection, events } = open()
  events.onCellMouseDown(cell(1, 0), mouse())
  events.onCellMouseDown(cell(1, 1), mouse({ button: 2 }))
  expect(selection.focus()).toBeUndefined()
  events.onCellMouseDown(cell(1, 1), mouse())
  events.onPointerOver(over(drawn(3, 0)))
  events.onPointerOver(over(document.body))
  expect(selection.range()).toBeUndefined()
})

it('extends the selection by a click with Shift, which the grid does not see', () => {
  const { selection, events } = open()
  events.onCellMouseDown(cell(4, 3), mouse())
  const event = mouse({ shiftKey: true })
  events.onCellMouseDown(cell(2, 2), event)
  expect(selection.range()).toEqual({ firstRow: 2, lastRow: 4, firstColumn: 2, lastColumn: 3 })
  expect(event.preventGridDefault).toHaveBeenCalledTimes(1)
})

it.each([
  { name: 'ArrowDown', lastRow: 2, lastColumn: 1 },
  { name: 'ArrowRight', lastRow: 1, lastColumn: 2 },
])('extends by one cell with Shift and $name, and scrolls there', ({ name, ...last }) => {
  const { selection, scrollToCell, events } = open()
  expect(events.onKeyDown(active(1, 1), key(name, { shiftKey: true }))).toBe(true)
  expect(selection.range()).toMatchObject({ firstRow: 1, firstColumn: 1, ...last })
  expect(scrollToCell).toHaveBeenCalledWith({ rowIdx: last.lastRow, idx: last.lastColumn })
})

it('extends to the edge with Mod, and never beyond the data', () => {
  const { selection, events } = open()
  events.onKeyDown(active(1, 2), key('ArrowDown', { shiftKey: true, ctrlKey: true }))
  expect(selection.range()).toMatchObject({ firstRow: 1, lastRow: 4 })
  events.onKeyDown(active(1, 2), key('ArrowLeft', { shiftKey: true, metaKey: true }))
  expect(selection.range()).toMatchObject({ firstColumn: 1, lastColumn: 2 })
  events.onKeyDown(active(1, 2), key('ArrowLeft', { shiftKey: true }))
  expect(selection.range()).toMatchObject({ firstColumn: 1 })
})

it('selects every cell with data with Mod+A', () => {
  const { selection, events } = open()
  expect(events.onKeyDown(active(2, 2), key('A', { metaKey: true }))).toBe(true)
  expect(selection.range()).toEqual({ firstRow: 0, lastRow: 4, firstColumn: 1, lastColumn: 3 })
})

it('goes back to one cell with Escape, and leaves other keys to the grid', () => {
  const { selection, events } = open()
  events.onKeyDown(active(0, 1), key('a', { ctrlKey: true }))
  expect(events.onKeyDown(active(2, 2), key('Escape'))).toBe(true)
  expect(selection.range()).toBeUndefined()
  expect(selection.focus()).toEqual({ row: 2, column: 2 })
  expect(events.onKeyDown(active(2, 2), key('Escape'))).toBe(false)
  expect(events.onKeyDown(active(2, 2), key('ArrowDown'))).toBe(false)
})

it('leaves every key to a cell that is edited', () => {
  const { selection, events } = open()
  const args = { ...active(1, 1), mode: 'EDIT' as const }
  expect(events.onKeyDown(args, key('a', { ctrlKey: true }))).toBe(false)
  expect(selection.focus()).toBeUndefined()
})
