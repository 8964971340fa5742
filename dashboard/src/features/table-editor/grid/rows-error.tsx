import type { Filter } from '@stoa/contract/services/meta/rows'
import { QueryError } from '../../../components/query-error.tsx'
import { errorMessage, hasErrorCode } from '../../../data/client/api-error.ts'
import { errorColumns } from '../../../data/resources/services/meta/rows.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'

/** The filter that the database refused, and why; undefined for any other failure. */
export function refusedFilter(failure: unknown): { column: string; reason: string } | undefined {
  const isRefused =
    hasErrorCode(failure, 'invalid_filter') || hasErrorCode(failure, 'unknown_column')
  const [column] = isRefused ? errorColumns(failure).columns : []
  return column === undefined ? undefined : { column, reason: errorMessage(failure) }
}

type RowsErrorProps = {
  failure: unknown
  /** Whether there is no row to show besides the error. */
  isAlone: boolean
  filters: readonly Filter[]
  onFilters: (filters: Filter[]) => void
  onRetry: () => void
}

/**
 * Explains why the rows could not be read, with a way to fix it: a retry, or removing the filter
 * that the database refused.
 */
export function RowsError({ failure, isAlone, filters, onFilters, onRetry }: RowsErrorProps) {
  const refused = refusedFilter(failure)
  const others = filters.filter(({ column }) => column !== refused?.column)
  const isAboutFilter = refused !== undefined && others.length < filters.length
  return (
    <div
      className={classNames(
        'grid content-start justify-items-start gap-2 p-3',
        isAlone && 'flex-1',
      )}
    >
      <QueryError
        className="w-full"
        title="Could not load the rows"
        error={failure}
        onRetry={isAboutFilter ? undefined : onRetry}
      />
      {isAboutFilter && (
        <Button variant="primary" onClick={() => onFilters(others)}>
          Remove filter
        </Button>
      )}
    </div>
  )
}
