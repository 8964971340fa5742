import { useCallback, useRef, useState } from 'react'
import { SqlEditor } from '../../../components/sql-editor/sql-editor.tsx'
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx'
import { SqlLocks } from '../../../components/sql-form/sql-locks.tsx'
import { useGuardedRun, type Guard } from '../../../components/sql-form/use-guarded-run.ts'
import { errorDetails, errorMessage } from '../../../data/client/api-error.ts'
import { useCatalogue } from '../../../data/resources/services/meta/tables.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Sheet, SheetFooter } from '../../../ui/overlays/sheet.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useUnsavedInput } from '../../../ui/forms/unsaved-forms.ts'

export type StatementEditorProps = Guard & {
  projectRef: string
  title: string
  initialText: string
  submitLabel: string
  success: string
  onClose: () => void
}

/** Creates or replaces an object by running the statement in an SQL editor. */
export function StatementEditor(props: StatementEditorProps) {
  return (
    <Sheet open size="xl" title={props.title} onClose={props.onClose}>
      <StatementForm {...props} />
    </Sheet>
  )
}

/** The editor alone, inside a sheet. */
export function StatementForm({
  projectRef,
  initialText,
  submitLabel,
  success,
  replaces,
  readCurrent,
  onClose,
}: StatementEditorProps) {
  const completion = useCatalogue(projectRef)
  const read = useRef(() => initialText)
  const [typed, setTyped] = useState(initialText)
  const onReady = useCallback(() => undefined, [])
  const { isPending, error, save, conflict } = useGuardedRun(projectRef, {
    replaces,
    readCurrent,
    onSaved: () => {
      toast.success(success)
      onClose()
    },
  })
  const submit = () => save(read.current())
  const leave = useUnsavedInput(() => !isPending && read.current() !== initialText)
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1">
          <SqlEditor
            onReady={onReady}
            initialText={initialText}
            completion={completion}
            onChange={(next) => {
              read.current = next
              setTyped(next())
            }}
            onRun={submit}
            onSave={submit}
            onFormat={() => undefined}
          />
        </div>
        <div className="border-t px-3 py-2">
          <SqlLocks sql={typed} />
        </div>
        {error && (
          <ErrorState className="m-3" message={errorMessage(error)} details={errorDetails(error)} />
        )}
      </div>
      <SheetFooter>
        <Button variant="primary" pending={isPending} onClick={submit}>
          {submitLabel}
        </Button>
        <Button onClick={() => leave(onClose)}>Cancel</Button>
      </SheetFooter>
      {conflict && <ConflictDialog {...conflict} />}
    </>
  )
}
