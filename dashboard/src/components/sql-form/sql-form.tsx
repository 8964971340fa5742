import type { ReactNode } from 'react'
import { useRunSql } from '../../data/resources/run-sql.ts'
import { SheetForm } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { formProblem } from '../form/form-problem.ts'
import { SqlPreview } from './sql-preview.tsx'

/** What runs the statements; by default, the SQL editor's endpoint does. */
export type SqlRun = {
  mutateAsync: (sql: string) => Promise<unknown>
  isPending: boolean
  error: Error | null
}

export type SqlFormProps = {
  projectRef: string
  /** Whether the values differ from those of the untouched form. */
  isDirty: boolean
  /** The statements to run. Empty while a field has a problem or nothing is to be changed. */
  sql: string
  submitLabel: string
  /** What the toast says afterwards. */
  success: string
  /** False for what is not part of the database's definition. */
  isMigration?: boolean
  run?: SqlRun | undefined
  /** From `useFormValues`. */
  showProblems?: (() => void) | undefined
  onClose: () => void
  /** The fields. */
  children?: ReactNode
}

/** A form in a sheet that shows its SQL before it runs. */
export function SqlForm({ projectRef, sql, isMigration = true, ...props }: SqlFormProps) {
  const text = useRunSql(projectRef, { isMigration })
  const { run = text } = props
  const submit = async () => {
    await run.mutateAsync(sql)
    toast.success(props.success)
    props.onClose()
  }
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
      submitLabel={props.submitLabel}
      isDirty={props.isDirty}
      pending={run.isPending}
      canSubmit={sql !== ''}
      showProblems={props.showProblems}
      problem={formProblem(run.error)}
      onSubmit={() => void submit().catch(() => undefined)}
      onCancel={props.onClose}
    >
      {props.children}
      <SqlPreview sql={sql} />
    </SheetForm>
  )
}
