import type { QueryParameter } from '@stoa/contract/services/meta/query'
import type { ViewSettings } from '../view-settings.ts'

export type SqlCell = {
  readonly kind: 'sql'
  readonly id: string
  readonly text: string
  readonly isCollapsed: boolean
  /** How its result is shown. */
  readonly view?: ViewSettings | undefined
}

export type MarkdownCell = Pick<SqlCell, 'id' | 'text' | 'isCollapsed'> & {
  readonly kind: 'markdown'
}

export type Cell = SqlCell | MarkdownCell

/**
 * Results are not part of it: a reader's role or row level security may hide rows that its author
 * sees, so every member runs the cells with their own rights.
 */
export type Notebook = {
  /** The last values of the parameters that its cells share. */
  readonly parameters: readonly QueryParameter[]
  readonly cells: readonly Cell[]
}

/** More cells would make the page slow. */
export const MOST_CELLS = 300
