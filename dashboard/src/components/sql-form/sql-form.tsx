import type { ReactNode } from 'react'
import { useRunSql } from '../../data/resources/database/run-sql.ts'
import { SheetForm } from '../../ui/overlays/sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formProblem } from '../form/form-problem.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SqlPreview } from './sql-preview.tsx'
import { useGuardedRun, type Guard } from './use-guarded-run.ts'

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
  /** For a change that must not overwrite what somebody else has changed meanwhile. */
  guard?: Guard | undefined
  /** From `useFormValues`. */
  showProblems?: (() => void) | undefined
  onClose: () => void
  /** The fields. */
  children?: ReactNode
}

/** A form in a sheet that shows its SQL before it runs. */
export const SqlForm = ({ guard, ...props }: SqlFormProps) =>
  guard === undefined ? <PlainForm {...props} /> : <GuardedForm {...props} guard={guard} />

function PlainForm({ projectRef, isMigration = true, ...props }: Omit<SqlFormProps, 'guard'>) {
  const text = useRunSql(projectRef, { isMigration })
  const { run = text } = props
  const submit = async () => {
    await run.mutateAsync(props.sql)
    toast.success(props.success)
    props.onClose()
  }
  return (
    <Form
      {...props}
      isPending={run.isPending}
      error={run.error}
      onSubmit={() => void submit().catch(() => undefined)}
    />
  )
}

function GuardedForm({ projectRef, guard, ...props }: SqlFormProps & { guard: Guard }) {
  const { isPending, error, save, conflict } = useGuardedRun(projectRef, {
    ...guard,
    onSaved: () => {
      toast.success(props.success)
      props.onClose()
    },
  })
  // Its statements only change an object that is there.
  const isGone = conflict !== undefined && conflict.current === undefined
  return (
    <>
      <Form
        {...props}
        isPending={isPending}
        error={isGone ? conflict.failure : error}
        onSubmit={() => save(props.sql)}
      />
      {conflict && !isGone && <ConflictDialog {...conflict} />}
    </>
  )
}

type FormProps = Pick<
  SqlFormProps,
  'isDirty' | 'sql' | 'submitLabel' | 'showProblems' | 'onClose' | 'children'
> & { isPending: boolean; error: Error | null; onSubmit: () => void }

const Form = ({ sql, ...props }: FormProps) => (
  <SheetForm
    className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
    submitLabel={props.submitLabel}
    isDirty={props.isDirty}
    pending={props.isPending}
    canSubmit={sql !== ''}
    showProblems={props.showProblems}
    problem={formProblem(props.error)}
    onSubmit={props.onSubmit}
    onCancel={props.onClose}
  >
    {props.children}
    <SqlPreview sql={sql} />
  </SheetForm>
)
