import type { ReactNode } from 'react'

export type RecordColumn<Item, Sort extends string = string> = {
  header: string
  /** Shown in place of the header's text. */
  renderHeader?: ReactNode
  /** Tells apart columns with the same header. */
  name?: string
  cell: (item: Item) => ReactNode
  align?: 'left' | 'right'
  /** The width, and the window widths at which the column is shown: `hidden md:table-cell`. */
  className?: string
  /** Classes of the cells. */
  textClassName?: string | ((item: Item) => string | undefined)
  /** Classes of the header. */
  headerClassName?: string
  /** The whole text of a cell that can be cut off. */
  title?: (item: Item) => string
  /** The cells name their rows, so screen readers announce them with the other cells. */
  isRowHeader?: boolean
  /** The name by which the list is sorted by this column. */
  sort?: Sort
  /** The order after the first click on the header. Ascending by default. */
  firstOrder?: RecordOrder['order']
}

/** An item in the menu of a row. */
export type RecordAction = {
  label: string
  onSelect: () => void
  /** A separator precedes the first dangerous action. */
  variant?: 'danger'
  disabled?: boolean
}

export type RecordOrder<Sort extends string = string> = { sort: Sort; order: 'asc' | 'desc' }

export type RecordSelection<Id extends string | number> = {
  ids: ReadonlySet<Id>
  /** Selects or deselects an item; extending selects all items since the last one. */
  toggle: (id: Id, options: { isExtending: boolean }) => void
  /** Selects all listed items. */
  all: () => void
  set: (ids: readonly Id[]) => void
}

export const columnName = ({ name, header }: Pick<RecordColumn<never>, 'name' | 'header'>) =>
  name ?? header
