import { useCallback, useRef } from 'react'
import { SqlEditor } from '../../../components/sql-editor/sql-editor.tsx'
import { errorDetails, errorMessage } from '../../../data/client/api-error.ts'
import { useRunSql } from '../../../data/resources/run-sql.ts'
import { useCatalogue } from '../../../data/resources/tables.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Sheet, SheetFooter } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUnsavedInput } from '../../../ui/unsaved-forms.ts'

type StatementEditorProps = {
  projectRef: string
  title: string
  initialText: string
  submitLabel: string
  success: string
  onClose: () => void
}

/** Creates or replaces an object with the statement in an SQL editor, which is what runs. */
export function StatementEditor(props: StatementEditorProps) {
  return (
    <Sheet
      open
      size="xl"
      title={props.title}
      description="This SQL runs as it is shown."
      onClose={props.onClose}
    >
      <StatementForm {...props} />
    </Sheet>
  )
}

function StatementForm({
  projectRef,
  initialText,
  submitLabel,
  success,
  onClose,
}: StatementEditorProps) {
  const run = useRunSql(projectRef)
  const completion = useCatalogue(projectRef)
  const read = useRef(() => initialText)
  const onReady = useCallback(() => undefined, [])
  const submit = () => {
    if (run.isPending) return
    run.mutate(read.current(), {
      onSuccess: () => {
        toast.success(success)
        onClose()
      },
    })
  }
  const leave = useUnsavedInput(() => !run.isPending && read.current() !== initialText)
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
            }}
            onRun={submit}
            onSave={submit}
            onFormat={() => undefined}
          />
        </div>
        {run.error && (
          <ErrorState
            className="m-3"
            message={errorMessage(run.error)}
            details={errorDetails(run.error)}
          />
        )}
      </div>
      <SheetFooter>
        <Button variant="primary" pending={run.isPending} onClick={submit}>
          {submitLabel}
        </Button>
        <Button onClick={() => leave(onClose)}>Cancel</Button>
      </SheetFooter>
    </>
  )
}
