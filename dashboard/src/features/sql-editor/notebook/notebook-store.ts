import type { QueryParameter } from '@stoa/contract/services/meta/query'
import type { ViewSettings } from '../view-settings.ts'
import { MOST_CELLS, type Cell, type Notebook } from './cells.ts'
import { notebookText, readNotebook } from './notebook-text.ts'

export type NotebookStore = {
  snapshot: () => Notebook
  subscribe: (listener: () => void) => () => void
  /** The text to save. */
  text: () => string
  /** Signals that a cell is being typed in. `read` is called when its text is needed, not on every key. */
  type: (id: string, read: () => string) => void
  /** Reads what was typed. */
  flush: () => void
  /** Adds an empty cell and returns its id; undefined if there are too many. */
  insert: (index: number, kind: Cell['kind']) => string | undefined
  /** Copies a cell to the place below it. */
  duplicate: (id: string) => string | undefined
  move: (id: string, index: number) => void
  /** Removes a cell and returns a function that brings it back. */
  remove: (id: string) => (() => void) | undefined
  setCollapsed: (id: string, isCollapsed: boolean) => void
  setAllCollapsed: (isCollapsed: boolean) => void
  setView: (id: string, view: ViewSettings) => void
  setParameter: (parameter: QueryParameter) => void
  /** Replaces everything, as with the version of somebody else. */
  replace: (text: string) => void
}

type Options = {
  text: string
  newId: () => string
  /** Called after each change of a person. */
  onChange: () => void
}

/** The cells of an open notebook. */
export function createNotebookStore({ text: firstText, newId, onChange }: Options): NotebookStore {
  let notebook = readNotebook(firstText)
  const typed = new Map<string, () => string>()
  const listeners = new Set<() => void>()
  const indexOf = (id: string) => notebook.cells.findIndex((cell) => cell.id === id)

  function show(next: Notebook): void {
    notebook = next
    for (const listener of listeners) listener()
  }

  function flush(): void {
    if (typed.size === 0) return
    const texts = new Map(Array.from(typed, ([id, read]) => [id, read()] as const))
    typed.clear()
    const cells = notebook.cells.map((cell) => {
      const text = texts.get(cell.id) ?? cell.text
      return text === cell.text ? cell : { ...cell, text }
    })
    if (cells.some((cell, index) => cell !== notebook.cells[index])) show({ ...notebook, cells })
  }

  function change(next: (notebook: Notebook) => Notebook): void {
    flush()
    show(next(notebook))
    onChange()
  }
  const changeCells = (next: (cells: readonly Cell[]) => readonly Cell[]) =>
    change(({ cells, ...rest }) => ({ ...rest, cells: next(cells) }))
  const changeCell = (id: string, next: (cell: Cell) => Cell) =>
    changeCells((cells) => cells.map((cell) => (cell.id === id ? next(cell) : cell)))

  function add(index: number, cell: Cell): string | undefined {
    if (notebook.cells.length >= MOST_CELLS) return undefined
    changeCells((cells) => cells.toSpliced(index, 0, cell))
    return cell.id
  }

  return {
    snapshot: () => notebook,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    text() {
      flush()
      return notebookText(notebook)
    },
    type(id, read) {
      typed.set(id, read)
      onChange()
    },
    flush,
    insert: (index, kind) => add(index, { kind, id: newId(), text: '', isCollapsed: false }),
    duplicate(id) {
      flush()
      const cell = notebook.cells[indexOf(id)]
      return cell && add(indexOf(id) + 1, { ...cell, id: newId() })
    },
    move(id, index) {
      const from = indexOf(id)
      const cell = notebook.cells[from]
      const to = Math.max(0, Math.min(index, notebook.cells.length - 1))
      if (!cell || from === to) return
      changeCells((cells) => {
        const moved = cells[from] ?? cell
        return cells.toSpliced(from, 1).toSpliced(to, 0, moved)
      })
    },
    remove(id) {
      flush()
      const index = indexOf(id)
      const removed = notebook.cells[index]
      if (!removed) return undefined
      changeCells((cells) => cells.filter((cell) => cell.id !== id))
      return () => {
        if (indexOf(id) === -1) add(Math.min(index, notebook.cells.length), removed)
      }
    },
    setCollapsed(id, isCollapsed) {
      if (notebook.cells[indexOf(id)]?.isCollapsed === !isCollapsed)
        changeCell(id, (cell) => ({ ...cell, isCollapsed }))
    },
    setAllCollapsed: (isCollapsed) =>
      changeCells((cells) => cells.map((cell) => ({ ...cell, isCollapsed }))),
    setView: (id, view) =>
      changeCell(id, (cell) => (cell.kind === 'sql' ? { ...cell, view } : cell)),
    setParameter: (parameter) =>
      change(({ parameters, cells }) => ({
        cells,
        parameters: [...parameters.filter(({ name }) => name !== parameter.name), parameter],
      })),
    replace(text) {
      typed.clear()
      show(readNotebook(text))
    },
  }
}
