import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { Replaced } from '@stoa/contract/services/meta/query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../data/client/api-error.ts'
import {
  useChangeObject,
  useReadObjectSql,
} from '../../data/resources/services/meta/object-changes.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { FormState } from '../../ui/forms/form.tsx'
import { SheetForm } from '../../ui/overlays/sheet.tsx'
import { ConflictDialog } from '../form/conflict-dialog.tsx'
import { formProblem } from '../form/form-problem.ts'
import { useGuardedMutation } from '../form/use-guarded-mutation.ts'
import { ChangePreview } from './change-preview.tsx'

/** An object as it is now, and the change that would make it so. */
type CurrentObject = { readonly change: ObjectChange; readonly replaces: Replaced }

/** The state that a change starts from, and a function that reads it again. */
export type ChangeGuard = {
  /** The save fails if the object is not like this any more. */
  readonly replaces: Replaced
  /** Reads what it is now, after such a failure. Undefined if the object is gone. */
  readonly readCurrent: (failure: ApiError) => Promise<CurrentObject | undefined>
}

export type ChangeFormProps = {
  projectRef: string
  /** The state of the form, whose change is sent here. */
  state: Pick<FormState, 'isDirty' | 'showProblems' | 'overwrites'>
  /** Undefined while a field has a problem or there is nothing to change. */
  change: ObjectChange | undefined
  submitLabel: string
  /** The toast's text after a success. */
  success: string
  /** For a change that must not overwrite somebody else's concurrent change. */
  guard?: ChangeGuard | undefined
  onClose: () => void
  /** The fields. */
  children?: ReactNode
}

/** A form in a sheet that changes a database object, and shows the SQL before it runs. */
export function ChangeForm({
  projectRef,
  state,
  change,
  guard,
  children,
  ...props
}: ChangeFormProps) {
  const { mutateAsync, ...run } = useChangeObject(projectRef)
  const readSql = useReadObjectSql(projectRef)
  const { isPending, error, save, conflict } = useGuardedMutation<ObjectChange, Replaced>({
    // A long change can end after its sheet was closed, and is then still announced.
    run: {
      ...run,
      mutate: (input, { onSuccess, onError }) => void mutateAsync(input).then(onSuccess, onError),
    },
    replaces: guard?.replaces,
    async readCurrent(failure) {
      const current = await guard?.readCurrent(failure)
      return current && { text: await readSql(current.change), replaces: current.replaces }
    },
    onSaved() {
      toast.success(props.success)
      props.onClose()
    },
  })
  // Its statements only change an existing object.
  const isGone = conflict !== undefined && conflict.current === undefined
  return (
    <>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel={props.submitLabel}
        {...state}
        pending={isPending}
        canSubmit={change !== undefined}
        problem={formProblem(isGone ? conflict.failure : error)}
        onSubmit={() => change && save(change)}
        onCancel={props.onClose}
      >
        {children}
        <ChangePreview projectRef={projectRef} change={change} />
      </SheetForm>
      {conflict && !isGone && <ConflictDialog {...conflict} />}
    </>
  )
}
