import { useCallback, useRef, useState } from 'react'
import { SqlEditor } from '../../../components/sql-editor/sql-editor.tsx'
import { errorDetails, errorMessage } from '../../../data/client/api-error.ts'
import { useRunSql } from '../../../data/resources/run-sql.ts'
import { useCatalogue } from '../../../data/resources/tables.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Sheet, SheetFooter } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toast.ts'

type StatementEditorProps = {
  projectRef: string
  title: string
  initialText: string
  submitLabel: string
  success: string
  onClose: () => void
}

/** Creates or replaces an object with the statement in an SQL editor, which is what runs. */
export function StatementEditor({
  projectRef,
  title,
  initialText,
  submitLabel,
  success,
  onClose,
}: StatementEditorProps) {
  const run = useRunSql(projectRef)
  const completion = useCatalogue(projectRef)
  const read = useRef(() => initialText)
  const [isAsking, setIsAsking] = useState(false)
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
  const mayClose = () => {
    if (read.current() === initialText) return true
    setIsAsking(true)
    return false
  }
  return (
    <Sheet
      open
      size="xl"
      title={title}
      description="This SQL runs as it is shown."
      onBeforeClose={mayClose}
      onClose={onClose}
    >
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
        <Button onClick={() => mayClose() && onClose()}>Cancel</Button>
      </SheetFooter>
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title="Discard your changes?"
        description="Your unsaved changes will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onCancel={() => setIsAsking(false)}
        onConfirm={onClose}
      />
    </Sheet>
  )
}
