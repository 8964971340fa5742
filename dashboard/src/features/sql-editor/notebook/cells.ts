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

export type Notebook = {
  /** The last values of the parameters that its cells share. */
  readonly parameters: readonly QueryParameter[]
  readonly cells: readonly Cell[]
}

/** More cells would make the page slow. */
export const MOST_CELLS = 300
