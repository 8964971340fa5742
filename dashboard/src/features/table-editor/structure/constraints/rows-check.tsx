import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../../../data/client/api-error.ts'
import {
  useBrokenRows,
  type NewConstraint,
} from '../../../../data/resources/services/meta/constraints.ts'
import { useDefinitionSql } from '../../../../data/resources/services/meta/tables.ts'
import { formatCount } from '../../../../lib/quantities.ts'
import { useSettledValue } from '../../../../lib/use-settled-value.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { BrokenRowsNote } from './broken-rows-note.tsx'

/** Above this estimate, rows are only read on request, and a lock is worth a warning. */
const MANY_ROWS = 100_000

type RowsCheckProps = {
  projectRef: string
  table: TableDetail
  constraint: NewConstraint
  /** Undefined for constraints that cannot be added without checking all rows. */
  onAddUnchecked: (() => void) | undefined
}

/** Says whether existing rows satisfy a new constraint, before it is added. */
export function RowsCheck({ projectRef, table, constraint, onAddUnchecked }: RowsCheckProps) {
  const settled = useSettledValue(constraint)
  const preview = useDefinitionSql(projectRef, {
    kind: 'add_constraint',
    id: table.id,
    constraint: settled,
  })
  const rows = preview.data?.estimated_rows ?? null
  const isLarge = rows !== null && rows > MANY_ROWS
  const [wanted, setWanted] = useState<NewConstraint>()
  // A constraint that the preview refuses has no rows to look for.
  const isReady = preview.isSuccess && !preview.isPlaceholderData
  const isChecked = isReady && (!isLarge || wanted === settled)
  const check = useBrokenRows(projectRef, table.id, isChecked ? settled : undefined)
  return (
    <>
      {isLarge && (
        <Callout
          type="caution"
          title={`This table has about ${formatCount(rows)} rows.`}
          action={
            <>
              <Button size="sm" pending={check.isFetching} onClick={() => setWanted(settled)}>
                Check existing rows
              </Button>
              {onAddUnchecked && (
                <Button size="sm" onClick={onAddUnchecked}>
                  Check them later
                </Button>
              )}
            </>
          }
        >
          {onAddUnchecked
            ? 'Writes are blocked while all of them are checked. Add the constraint for new rows only, then validate it: writes continue.'
            : 'Writes are blocked while the index is built.'}
        </Callout>
      )}
      {check.data?.broken === null && (
        <p role="status" className="flex items-center gap-1.5 text-xs text-success-text">
          <CircleCheck className="size-3.5" /> All existing rows satisfy it.
        </p>
      )}
      {check.data?.broken && <BrokenRowsNote projectRef={projectRef} broken={check.data.broken} />}
      {check.error && (
        <p className="text-xs text-muted">
          Existing rows could not be checked: {errorMessage(check.error)}
        </p>
      )}
    </>
  )
}
