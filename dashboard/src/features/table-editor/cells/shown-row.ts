import { createContext, useContext } from 'react'
import type { RowEdits } from '../session/edit-queue.ts'
import type { CachedRow } from '../session/page-cache.ts'

export type ShownRow = {
  /** Undefined while the row is loading. */
  readonly cached: CachedRow | undefined
  readonly edits: RowEdits | undefined
  readonly isChosen: boolean
}

export const ShownRowContext = createContext<ShownRow>({
  cached: undefined,
  edits: undefined,
  isChosen: false,
})

/** The data of the row around this cell. */
export const useShownRow = (): ShownRow => useContext(ShownRowContext)
