import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { errorMessage } from '../../data/client/api-error.ts'
import { useObjectSql } from '../../data/resources/services/meta/object-changes.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { SqlPreview } from './sql-preview.tsx'

type ChangePreviewProps = {
  projectRef: string
  /** Undefined while a field has a problem or there is nothing to change. */
  change: ObjectChange | undefined
}

/** The statements of a change, which the server writes, with their locks. */
export function ChangePreview({ projectRef, change }: ChangePreviewProps) {
  const { data, error } = useObjectSql(projectRef, useSettledValue(change))
  if (change && error)
    return <p className="text-xs text-warning-text">No SQL yet: {errorMessage(error)}</p>
  return <SqlPreview sql={change === undefined ? '' : (data ?? '')} />
}
