import type { Replaced } from '@stoa/contract/services/meta/query'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { SqlEditor } from '../../../components/sql-editor/sql-editor.tsx'
import { SqlLocks } from '../../../components/sql-form/sql-locks.tsx'
import { errorDetails, errorMessage, hasErrorCode } from '../../../data/client/api-error.ts'
import { useSaveDefinition } from '../../../data/resources/run-sql.ts'
import { useCatalogue } from '../../../data/resources/tables.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Sheet, SheetFooter } from '../../../ui/sheet.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUnsavedInput } from '../../../ui/unsaved-forms.ts'

/** An object as it is now: its text in the editor, and what the server compares with it. */
export type CurrentDefinition = { readonly text: string; readonly replaces: Replaced }

type StatementEditorProps = {
  projectRef: string
  title: string
  initialText: string
  submitLabel: string
  success: string
  /** For an object that exists: the save fails if it is not like this any more. */
  replaces?: Replaced | undefined
  /** Reads what it is now, after such a failure. Undefined if the object is gone. */
  readCurrent?: () => Promise<CurrentDefinition | undefined>
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
  replaces,
  readCurrent,
  onClose,
}: StatementEditorProps) {
  const run = useSaveDefinition(projectRef)
  const [expected, setExpected] = useState(replaces)
  const newer = useMutation({ mutationFn: async () => ({ now: await readCurrent?.() }) })
  const completion = useCatalogue(projectRef)
  const read = useRef(() => initialText)
  const [typed, setTyped] = useState(initialText)
  const onReady = useCallback(() => undefined, [])
  const write = (over: Replaced | undefined) =>
    run.mutate(
      { sql: read.current(), replaces: over },
      {
        onSuccess: () => {
          toast.success(success)
          onClose()
        },
        onError: (failure) => {
          if (hasErrorCode(failure, 'definition_changed')) newer.mutate()
        },
      },
    )
  const isPending = run.isPending || newer.isPending
  const submit = () => {
    if (isPending) return
    newer.reset()
    write(expected)
  }
  const error = newer.error ?? (newer.isSuccess || newer.isPending ? undefined : run.error)
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
      {newer.isSuccess && (
        <ConflictDialog
          current={newer.data.now?.text}
          onCancel={() => {
            newer.reset()
            run.reset()
          }}
          onOverwrite={() => {
            const over = newer.data.now?.replaces
            setExpected(over)
            newer.reset()
            write(over)
          }}
        />
      )}
    </>
  )
}

type ConflictDialogProps = {
  current: string | undefined
  onCancel: () => void
  onOverwrite: () => void
}

/** Shows what somebody else has made of the object since the editor was opened. */
function ConflictDialog({ current, onCancel, onOverwrite }: ConflictDialogProps) {
  const highlight = useHighlight()
  const isGone = current === undefined
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="xl"
      title={isGone ? 'Create it again?' : 'Overwrite the newer definition?'}
      description={
        isGone
          ? 'It was dropped or renamed after you opened this editor.'
          : 'The definition was changed after you opened this editor. It is now:'
      }
      confirmLabel={isGone ? 'Create again' : 'Overwrite'}
      cancelLabel="Keep editing"
      onCancel={onCancel}
      onConfirm={onOverwrite}
    >
      {!isGone && (
        <CodeBlock
          label="current definition"
          code={current}
          shown={<HighlightedCode code={current} language="sql" highlight={highlight} />}
          wrap
        />
      )}
    </ConfirmDialog>
  )
}
