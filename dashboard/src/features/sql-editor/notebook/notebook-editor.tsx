import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { ImpersonationBar } from '../../../components/impersonation/impersonation-bar.tsx'
import type { CompletionSource } from '../../../components/sql-editor/completion-source.ts'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { randomId } from '../../../lib/random-id.ts'
import type { Catalogue } from '../concerns.ts'
import { ConfirmRunDialog } from '../confirm-run-dialog.tsx'
import { ConflictDialog } from '../../../components/documents/conflict-dialog.tsx'
import { LockedNote } from '../locked-note.tsx'
import { rowLimitOf, type RowLimit } from '../row-limit.ts'
import type { RunStore } from '../run-store.ts'
import type {
  DocumentStatus,
  SnippetDocument,
} from '../../../components/documents/snippet-document.ts'
import { useKeptDocument } from '../../../components/documents/use-kept-document.ts'
import { CellList } from './cell-list.tsx'
import { downloadNotebook } from './download-notebook.ts'
import { createNotebookStore } from './notebook-store.ts'
import { NotebookToolbar } from './notebook-toolbar.tsx'
import { Outline } from './outline.tsx'
import { ParametersBar, parametersOf } from './parameters-bar.tsx'
import { RunNote } from './run-note.tsx'
import { shownRows } from './shown-rows.ts'
import { useCellActions } from './use-cell-actions.ts'
import { runKey, useCellRuns } from './use-cell-runs.ts'

type NotebookEditorProps = {
  projectRef: string
  document: SnippetDocument
  runs: RunStore
  completion: CompletionSource & Catalogue
  exposedSchemas: readonly string[]
  rowLimit: RowLimit
  /** Whether the member's role can only read. */
  isReadOnly: boolean
  /** Whether the notebook is shared by others and the user cannot change it. */
  isLocked: boolean
  onDuplicate: () => void
  onRowLimit: (limit: RowLimit) => void
  onRename: () => void
  onShowList: () => void
  onChanged: () => void
}

/** SQL, results and prose on one page. */
export function NotebookEditor({ projectRef, document, runs, ...props }: NotebookEditorProps) {
  const { isReadOnly, isLocked } = props
  const snapshot = useSyncExternalStore(document.subscribe, document.snapshot)
  const [store] = useState(() => {
    const made = createNotebookStore({
      text: document.text(),
      newId: () => randomId().slice(0, 8),
      // A reader's changes last until the page is left.
      onChange: () => !isLocked && document.changed(() => made.text()),
    })
    return made
  })
  const { cells, parameters } = useSyncExternalStore(store.subscribe, store.snapshot)
  useKeptDocument(document)
  const [chosen] = useImpersonation(projectRef)
  const [postponed, setPostponed] = useState<DocumentStatus>()
  const list = useRef<HTMLDivElement>(null)
  const highlight = useHighlight()
  const cellRuns = useCellRuns({
    notebookId: document.id,
    store,
    runs,
    catalogue: props.completion,
    exposedSchemas: props.exposedSchemas,
    isReadOnly,
    how: { rowLimit: rowLimitOf(props.rowLimit), impersonate: isReadOnly ? undefined : chosen },
    onChanged: props.onChanged,
  })
  const { editing, actions, focus } = useCellActions({ store, runs: cellRuns, list })
  useEffect(() => {
    // A new notebook is ready to be written.
    const [first, ...others] = store.snapshot().cells
    if (first?.text === '' && others.length === 0 && !isLocked) actions.edit(first.id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it opens
  }, [])
  const { status } = snapshot
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <NotebookToolbar
        {...props}
        projectRef={projectRef}
        canImpersonate={!isReadOnly}
        snapshot={snapshot}
        isRunning={cellRuns.progress !== undefined}
        onResolve={() => setPostponed(undefined)}
        onRunAll={() => cellRuns.run((all) => all)}
        onStop={cellRuns.stop}
        onCollapseAll={store.setAllCollapsed}
        onDownload={(as) =>
          downloadNotebook({
            name: snapshot.name,
            text: store.text(),
            as,
            rowsOf: (id) => shownRows(runs.of(runKey(document.id, id))),
          })
        }
      />
      {isReadOnly && (
        <p className="border-b bg-raised px-3 py-1.5 text-xs text-muted">
          Your role is read-only, so queries can read but not change the database.
        </p>
      )}
      {isLocked && <LockedNote noun="notebook" onDuplicate={props.onDuplicate} />}
      {!isReadOnly && <ImpersonationBar projectRef={projectRef} doing="Running queries" />}
      <RunNote progress={cellRuns.progress} outcome={cellRuns.outcome} onGoTo={focus} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-6xl gap-6 px-2 py-4 sm:px-4">
          <div ref={list} className="min-w-0 flex-1">
            <ParametersBar
              names={parametersOf(cells)}
              values={parameters}
              onChange={store.setParameter}
            />
            <CellList
              projectRef={projectRef}
              notebookId={document.id}
              name={snapshot.name}
              cells={cells}
              editing={editing}
              isLocked={isLocked}
              isBusy={cellRuns.progress !== undefined}
              runs={runs}
              completion={props.completion}
              highlight={highlight}
              actions={actions}
              onSave={() => void document.save()}
              onStop={cellRuns.stop}
              onFlush={store.flush}
            />
          </div>
          <div className="sticky top-4 hidden max-h-[calc(100dvh-10rem)] w-48 shrink-0 self-start overflow-y-auto lg:block">
            <Outline cells={cells} onGoTo={focus} />
          </div>
        </div>
      </div>
      <ConfirmRunDialog
        concerns={cellRuns.concerns}
        onCancel={() => cellRuns.decide('cancel')}
        onConfirm={() => cellRuns.decide('run')}
        onSecure={() => cellRuns.decide('secure')}
      />
      <ConflictDialog
        noun="notebook"
        open={status.state === 'conflict' && postponed !== status}
        mine={document.text}
        theirs={status.state === 'conflict' ? status.theirs : null}
        onClose={() => setPostponed(status)}
        onKeepMine={() => void document.keepMine()}
        onTakeTheirs={() => {
          focus(undefined)
          const text = document.takeTheirs()
          if (text !== null) store.replace(text)
        }}
      />
    </div>
  )
}
