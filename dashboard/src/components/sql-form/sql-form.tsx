import type { ReactNode } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useRunSql } from '../../data/resources/run-sql.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SheetForm } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { SqlPreview } from './sql-preview.tsx'

export type SqlFormProps = {
  projectRef: string
  /** False while a field has a problem. */
  canSubmit: boolean
  /** The statements to run. Empty while nothing is to be changed. */
  sql: string
  submitLabel: string
  /** What the toast says afterwards. */
  success: string
  /** False for what is not part of the database's definition. */
  isMigration?: boolean
  onClose: () => void
  /** The fields. */
  children?: ReactNode
}

/** A form in a sheet that shows its SQL before it runs. */
export function SqlForm({ projectRef, sql, isMigration = true, ...props }: SqlFormProps) {
  const run = useRunSql(projectRef, { isMigration })
  const submit = async () => {
    await run.mutateAsync(sql)
    toast.success(props.success)
    props.onClose()
  }
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
      submitLabel={props.submitLabel}
      pending={run.isPending}
      canSubmit={props.canSubmit && sql !== ''}
      onSubmit={() => void submit().catch(() => undefined)}
      onCancel={props.onClose}
    >
      {run.isError && (
        <ErrorState message={errorMessage(run.error)} details={errorDetails(run.error)} />
      )}
      {props.children}
      <SqlPreview sql={sql} />
    </SheetForm>
  )
}
