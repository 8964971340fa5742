import { Button } from '../../ui/button.tsx'

type EmptyRowsProps = {
  hasFilters: boolean
  onClearFilters: () => void
  onInsert: (() => void) | null
}

/** Shown instead of rows if the table has none or none match the filters. */
export function EmptyRows({ hasFilters, onClearFilters, onInsert }: EmptyRowsProps) {
  return (
    <div className="sticky left-0 col-span-full flex w-full flex-col items-center self-start gap-3 px-6 py-16 font-sans text-sm leading-5">
      <p className="text-muted">{hasFilters ? 'No row meets these conditions' : 'No rows yet'}</p>
      {hasFilters && <Button onClick={onClearFilters}>Clear filters</Button>}
      {!hasFilters && onInsert !== null && (
        <Button variant="primary" onClick={onInsert}>
          Insert the first row
        </Button>
      )}
    </div>
  )
}
