import type { ViewSettings } from '../view-settings.ts'
import type { Cell } from './cells.ts'

/** The actions of the frame, the menu and the keys of a cell. */
export type CellActions = {
  edit: (id: string) => void
  /** Ends editing. */
  leave: (id: string) => void
  focus: (index: number) => void
  run: (id: string) => void
  /** Runs a cell, and opens the next one. */
  runAndNext: (id: string) => void
  runFrom: (id: string) => void
  /** Adds a cell at an index, and opens it. */
  insert: (index: number, kind: Cell['kind']) => void
  duplicate: (id: string) => void
  move: (id: string, index: number) => void
  remove: (id: string) => void
  collapse: (id: string, isCollapsed: boolean) => void
  setView: (id: string, view: ViewSettings) => void
  type: (id: string, read: () => string) => void
}

/** A cell and its place. */
export type PlacedCell = {
  readonly cell: Cell
  readonly index: number
  readonly count: number
  readonly isEditing: boolean
  /** Whether the notebook cannot be changed. */
  readonly isLocked: boolean
}
