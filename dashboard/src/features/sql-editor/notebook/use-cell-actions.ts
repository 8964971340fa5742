import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CellActions } from './cell-actions.ts'
import { titleOf } from './cell-title.ts'
import { MOST_CELLS } from './cells.ts'
import type { NotebookStore } from './notebook-store.ts'
import type { useCellRuns } from './use-cell-runs.ts'

type Options = {
  store: NotebookStore
  runs: ReturnType<typeof useCellRuns>
  /** The element that contains the cells. */
  list: RefObject<HTMLElement | null>
}

/** The cell that is edited, and all that a person does with cells. */
export function useCellActions({ store, runs, list }: Options) {
  const [editing, setEditing] = useState<string>()
  const wanted = useRef<string>(undefined)
  // A moved or new cell gets the focus once it is at its place.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const cell = cellIn(list.current, wanted.current)
    if (!cell) return
    wanted.current = undefined
    cell.focus()
    cell.scrollIntoView({ block: 'nearest' })
  })
  const cells = () => store.snapshot().cells
  const indexOf = (id: string) => cells().findIndex((cell) => cell.id === id)

  function focus(id: string | undefined): void {
    store.flush()
    setEditing(undefined)
    const cell = id === undefined ? undefined : cellIn(list.current, id)
    if (!cell) {
      wanted.current = id
      return
    }
    cell.focus()
    cell.scrollIntoView({ block: 'nearest' })
  }
  function edit(id: string | undefined): void {
    if (id === undefined) return toast.info(TOO_MANY)
    store.flush()
    store.setCollapsed(id, false)
    setEditing(id)
  }
  const runOne = (id: string) => runs.run((all) => all.filter((cell) => cell.id === id))

  const actions: CellActions = {
    edit,
    leave: focus,
    focus: (index) => cells()[index] && focus(cells()[index]?.id),
    run(id) {
      if (cells()[indexOf(id)]?.kind === 'markdown') focus(id)
      else runOne(id)
    },
    runAndNext(id) {
      const index = indexOf(id)
      if (cells()[index]?.kind === 'sql') runOne(id)
      focus((cells()[index + 1] ?? cells()[index])?.id)
    },
    runFrom: (id) =>
      runs.run((all) =>
        all.slice(
          Math.max(
            0,
            all.findIndex((cell) => cell.id === id),
          ),
        ),
      ),
    insert: (index, kind) => edit(store.insert(index, kind)),
    duplicate(id) {
      const copy = store.duplicate(id)
      if (copy === undefined) toast.info(TOO_MANY)
      else focus(copy)
    },
    move(id, index) {
      if (index < 0 || index >= cells().length || index === indexOf(id)) return
      wanted.current = id
      setEditing(undefined)
      store.move(id, index)
    },
    remove(id) {
      const index = indexOf(id)
      const cell = cells()[index]
      const next = cells()[index + 1] ?? cells()[index - 1]
      const undo = store.remove(id)
      if (!cell || !undo) return
      focus(next?.id)
      toast.success(`Deleted “${titleOf(cell)}”`, { action: { label: 'Undo', onClick: undo } })
    },
    collapse(id, isCollapsed) {
      if (isCollapsed && editing === id) focus(id)
      store.setCollapsed(id, isCollapsed)
    },
    setView: store.setView,
    type: store.type,
  }
  return { editing, actions, focus }
}

const TOO_MANY = `A notebook can have ${MOST_CELLS} cells`

/** The id comes from a stored text, so it is not part of a selector. */
const cellIn = (list: HTMLElement | null, id: string) =>
  Array.from(list?.querySelectorAll<HTMLElement>('[data-cell]') ?? []).find(
    (cell) => cell.dataset['cell'] === id,
  )
