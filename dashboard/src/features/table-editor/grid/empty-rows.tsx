import type { ReactNode } from 'react'
import { GridNotice } from '../../../components/result-grid/grid-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'

type EmptyRowsProps = {
  hasFilters: boolean
  /** Whether the rows are read as another role, for which policies may hide all of them. */
  isImpersonated: boolean
  onClearFilters: () => void
  onInsert: (() => void) | null
  /** A link to the page that imports rows. */
  importLink?: ReactNode
}

/** Shown instead of rows if the table has none or none match the filters. */
export function EmptyRows({
  hasFilters,
  isImpersonated,
  onClearFilters,
  onInsert,
  importLink,
}: EmptyRowsProps) {
  return (
    <GridNotice>
      <p className="text-muted">{textOf(hasFilters, isImpersonated)}</p>
      {hasFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
      {!hasFilters && onInsert !== null && (
        <div className="flex gap-2">
          <Button variant="primary" onClick={onInsert}>
            Insert row
          </Button>
          {importLink}
        </div>
      )}
    </GridNotice>
  )
}

function textOf(hasFilters: boolean, isImpersonated: boolean): string {
  if (hasFilters) return 'No rows match these filters.'
  return isImpersonated ? 'No rows that this role can read.' : 'No rows yet.'
}
