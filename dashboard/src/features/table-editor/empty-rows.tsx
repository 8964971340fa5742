import { GridNotice } from '../../components/result-grid/grid-notice.tsx'
import { Button } from '../../ui/button.tsx'

type EmptyRowsProps = {
  hasFilters: boolean
  onClearFilters: () => void
  onInsert: (() => void) | null
}

/** Shown instead of rows if the table has none or none match the filters. */
export function EmptyRows({ hasFilters, onClearFilters, onInsert }: EmptyRowsProps) {
  return (
    <GridNotice>
      <p className="text-muted">{hasFilters ? 'No rows match these filters.' : 'No rows yet.'}</p>
      {hasFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
      {!hasFilters && onInsert !== null && (
        <Button variant="primary" onClick={onInsert}>
          Insert row
        </Button>
      )}
    </GridNotice>
  )
}
