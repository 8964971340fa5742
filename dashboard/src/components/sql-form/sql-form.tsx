import type { ReactNode } from 'react'
import { useRunSql } from '../../data/resources/database/run-sql.ts'
import { SheetForm } from '../../ui/overlays/sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ConflictDialog } from '../form/conflict-dialog.tsx'
import { formProblem } from '../form/form-problem.ts'
import { SqlPreview } from './sql-preview.tsx'
import { useGuardedRun, type Guard } from './use-guarded-run.ts'

/** Runs the statements; by default, with the SQL editor's endpoint. */
export type SqlRun = {
  mutateAsync: (sql: string) => Promise<unknown>
  isPending: boolean
  error: Error | null
}

export type SqlFormProps = {
  projectRef: string
  /** Whether the values differ from those of the untouched form. */
  isDirty: boolean
  /** The statements to run. Empty while a field has a problem or there is nothing to change. */
  sql: string
  submitLabel: string
  /** The toast's text after a success. */
  success: string
  /** False for statements that are not part of the database's definition. */
  isMigration?: boolean
  run?: SqlRun | undefined
  /** For a change that must not overwrite somebody else's concurrent change. */
  guard?: Guard | undefined
  /** For such a change that uses another endpoint. */
  saving?: Saving | undefined
  /** From `useFormValues`. */
  showProblems?: (() => void) | undefined
  onClose: () => void
  /** The fields. */
  children?: ReactNode
}

/** Saves with a guard, and asks what to do if somebody else saved first. */
export type Saving = Pick<ReturnType<typeof useGuardedRun>, 'isPending' | 'error' | 'conflict'> & {
  save: (sql: string) => void
}

/** A form in a sheet that shows its SQL before it runs. */
export function SqlForm({ guard, saving, ...props }: SqlFormProps) {
  if (saving) return <SavingForm {...props} saving={saving} />
  return guard ? <GuardedForm {...props} guard={guard} /> : <PlainForm {...props} />
}

type PlainFormProps = Omit<SqlFormProps, 'guard' | 'saving'>

function PlainForm({ projectRef, isMigration = true, ...props }: PlainFormProps) {
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

function GuardedForm({
  projectRef,
  guard,
  isMigration = true,
  ...props
}: PlainFormProps & { guard: Guard }) {
  const saving = useGuardedRun(projectRef, {
    ...guard,
    isMigration,
    onSaved: () => {
      toast.success(props.success)
      props.onClose()
    },
  })
  return <SavingForm {...props} saving={saving} />
}

type SavingFormProps = Omit<PlainFormProps, 'projectRef'> & { saving: Saving }

function SavingForm({ saving: { isPending, error, save, conflict }, ...props }: SavingFormProps) {
  // Its statements only change an existing object.
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
