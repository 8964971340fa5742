import { leavesOf } from '@stoa/contract/services/meta/leaves-of'
import { QueryError } from '../../../components/query-error.tsx'
import { errorMessage, hasErrorCode } from '../../../data/client/api-error.ts'
import { errorColumns } from '../../../data/resources/services/meta/rows.ts'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { withoutColumn } from '../session/conditions.ts'

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
  conditions: Conditions
  onConditions: (conditions: Conditions) => void
  onRetry: () => void
}

/**
 * Explains why the rows could not be read, with a way to fix it: a retry, or removing the filter
 * that the database refused.
 */
export function RowsError({ failure, isAlone, conditions, ...props }: RowsErrorProps) {
  const refused = refusedFilter(failure)
  const isAboutFilter =
    refused !== undefined &&
    leavesOf(conditions.filters).some(({ column }) => column === refused.column)
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
        onRetry={isAboutFilter ? undefined : props.onRetry}
      />
      {isAboutFilter && (
        <Button
          variant="primary"
          onClick={() => props.onConditions(withoutColumn(conditions, refused.column))}
        >
          Remove filter
        </Button>
      )}
    </div>
  )
}
