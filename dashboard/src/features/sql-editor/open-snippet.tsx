import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ImpersonationBar } from '../../components/impersonation/impersonation-bar.tsx'
import { SqlEditor } from '../../components/sql-editor/sql-editor.tsx'
import type { CompletionSource } from '../../components/sql-editor/completion-source.ts'
import type { SqlEditorController } from '../../components/sql-editor/create-sql-editor.ts'
import { useImpersonation } from '../../data/local/impersonation.ts'
import { ConflictDialog } from '../../components/documents/conflict-dialog.tsx'
import type { Catalogue } from './concerns.ts'
import { ConfirmRunDialog } from './confirm-run-dialog.tsx'
import { useDescribe } from './describe/use-describe.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LockedNote } from './locked-note.tsx'
import { ParametersDialog } from './parameters-dialog.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { rowLimitOf, type RowLimit } from './row-limit.ts'
import type { RunStore } from './run-store.ts'
import type {
  DocumentStatus,
  SnippetDocument,
} from '../../components/documents/snippet-document.ts'
import { Split } from './splitter.tsx'
import { TransactionBar } from './transaction-bar.tsx'
import { useFormat } from './use-format.ts'
import { useSchedule } from './use-schedule.ts'
import { useKeptDocument } from '../../components/documents/use-kept-document.ts'
import { useQueryView } from './use-query-view.ts'
import { useRunText } from './use-run-text.ts'
import { useTransaction } from './use-transaction.ts'

const TRANSACTION_KEEPS_ROLE = 'Commit or roll back the open transaction first.'

type OpenSnippetProps = {
  projectRef: string
  document: SnippetDocument
  runs: RunStore
  completion: CompletionSource & Catalogue
  /** The schemas of the data API, in which every client can reach tables. */
  exposedSchemas: readonly string[]
  rowLimit: RowLimit
  /** Whether the member's role can only read. */
  isReadOnly: boolean
  /** Whether the query is shared by others and the user cannot change it. */
  isLocked?: boolean
  /** Runs the text as soon as it is open. */
  runsOnOpen?: boolean
  onRunStarted?: () => void
  onDuplicate?: () => void
  onRowLimit: (limit: RowLimit) => void
  onRename: () => void
  onShowList: () => void
  /** Called after each successful run, because it may have changed the catalog. */
  onChanged: () => void
}

/** One SQL text, with its editor above and its results below. */
export function OpenSnippet({
  projectRef,
  document,
  runs,
  completion,
  exposedSchemas,
  rowLimit,
  isReadOnly,
  isLocked = false,
  ...props
}: OpenSnippetProps) {
  const controller = useRef<SqlEditorController>(null)
  const snapshot = useSyncExternalStore(document.subscribe, document.snapshot)
  const run = useSyncExternalStore(runs.subscribe, () => runs.of(document.id))
  const [postponed, setPostponed] = useState<DocumentStatus | undefined>()
  const [isReady, setIsReady] = useState(false)
  const setController = useCallback((next: SqlEditorController | null) => {
    controller.current = next
    setIsReady(next !== null)
  }, [])
  useKeptDocument(document)
  const [chosen] = useImpersonation(projectRef)
  // The table editor shares this role, and read-only members can choose it there.
  const impersonate = isReadOnly ? undefined : chosen
  const { state } = snapshot.status

  const transaction = useTransaction({
    projectRef,
    snippetId: document.id,
    isReadOnly,
    isRunning: run?.state === 'running',
  })
  const runText = useRunText({
    snippetId: document.id,
    controller,
    runs,
    catalogue: completion,
    exposedSchemas,
    isReadOnly,
    how: { rowLimit: rowLimitOf(rowLimit), impersonate, transaction: transaction.ofNextRun },
    onEnded(ended) {
      if (ended.request.transaction) void transaction.afterRun(ended)
      if (ended.state === 'done') props.onChanged()
    },
  })
  useEffect(() => {
    if (!isReady || !props.runsOnOpen) return
    props.onRunStarted?.()
    runText.run('selection')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, when the editor is ready
  }, [isReady, props.runsOnOpen])
  const description = useDescribe(projectRef, controller)
  const format = useFormat(controller)
  const resultView = useQueryView(projectRef, {
    id: document.id,
    isSaved: snapshot.version > 0,
    isLocked,
  })
  const schedule = useSchedule(projectRef, snapshot.version === 0 ? undefined : document.id)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <EditorToolbar
        projectRef={projectRef}
        canImpersonate={!isReadOnly}
        snapshot={snapshot}
        run={run}
        rowLimit={rowLimit}
        mode={isReadOnly ? undefined : transaction.mode}
        isTransactionOpen={transaction.isOpen}
        onMode={transaction.choose}
        onRowLimit={props.onRowLimit}
        onRename={props.onRename}
        onShowList={props.onShowList}
        onResolve={() => setPostponed(undefined)}
        onFormat={() => void format()}
        onSchedule={schedule}
        onRun={runText.run}
        onCancel={() => void runs.cancel(document.id)}
        onDescribe={description.describe}
      />
      {isReadOnly && (
        <p className="border-b bg-raised px-3 py-1.5 text-xs text-muted">
          Your role is read-only, so queries can read but not change the database.
        </p>
      )}
      {isLocked && <LockedNote onDuplicate={props.onDuplicate} />}
      {!isReadOnly && (
        <ImpersonationBar
          projectRef={projectRef}
          doing="Running queries"
          disabledReason={transaction.isOpen ? TRANSACTION_KEEPS_ROLE : undefined}
        />
      )}
      {transaction.transaction && (
        <TransactionBar
          transaction={transaction.transaction}
          readAt={transaction.readAt}
          isBusy={transaction.isBusy}
          onCommit={() => transaction.commit(props.onChanged)}
          onRollBack={transaction.rollBack}
        />
      )}
      <Split
        name="sql-editor"
        label="Editor and results"
        top={
          <SqlEditor
            onReady={setController}
            initialText={document.text()}
            readOnly={isLocked}
            completion={completion}
            onChange={document.changed}
            onRun={() => runText.run('selection')}
            onRunStatement={() => runText.run('statement')}
            onExplain={() => runText.run('explain')}
            onAnalyze={() => runText.run('analyze')}
            onDescribe={description.describe}
            onSave={() => void document.save()}
            onFormat={() => void format()}
          />
        }
        bottom={
          <ResultsPanel
            projectRef={projectRef}
            queryId={document.id}
            run={run}
            name={snapshot.name}
            view={resultView.view}
            onView={resultView.change}
            onGoTo={(position) => controller.current?.goTo(position)}
            onCancel={() => void runs.cancel(document.id)}
          />
        }
      />
      <ConfirmRunDialog
        concerns={runText.concerns}
        onCancel={runText.dismiss}
        onConfirm={runText.confirm}
        onSecure={runText.secure}
      />
      {description.sheet}
      <ParametersDialog {...runText.parameters} />
      <ConflictDialog
        open={state === 'conflict' && postponed !== snapshot.status}
        mine={document.text}
        theirs={snapshot.status.state === 'conflict' ? snapshot.status.theirs : null}
        onClose={() => setPostponed(snapshot.status)}
        onKeepMine={() => void document.keepMine()}
        onTakeTheirs={() => {
          const text = document.takeTheirs()
          if (text !== null) controller.current?.replaceText(text)
        }}
      />
    </div>
  )
}
