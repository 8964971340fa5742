import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { useObjectSql } from '../../data/resources/services/meta/object-changes.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { LastRunNote } from './row-effects.tsx'
import { SqlPreview } from './sql-preview.tsx'

type ChangePreviewProps = {
  projectRef: string
  /** Undefined while a field has a problem or there is nothing to change. */
  change: ObjectChange | undefined
}

/** The statements of a change of a database object. */
export function ChangePreview({ projectRef, change }: ChangePreviewProps) {
  const { data, error } = useObjectSql(projectRef, useSettledValue(change))
  if (change === undefined) return <SqlPreview sql="" />
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <SqlPreview sql={data?.sql ?? ''} error={error} />
      {!error && <LastRunNote lastRun={data?.lastRun} />}
    </div>
  )
}
