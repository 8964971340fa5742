import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { ImpersonationBar } from '../../../components/impersonation/impersonation-bar.tsx'
import type { PanelProps } from '../../../components/rooms/room.ts'
import type { SqlEditorController } from '../../../components/sql-editor/create-sql-editor.ts'
import { SqlEditor } from '../../../components/sql-editor/sql-editor.tsx'
import { useImpersonation } from '../../../data/local/impersonation.ts'
import { useCan, useProject } from '../../../data/resources/platform/projects.ts'
import { useExposedSchemas } from '../../../data/resources/services/data-api/settings.ts'
import { useCatalogue, useForgetCatalogue } from '../../../data/resources/services/meta/tables.ts'
import { ConfirmRunDialog } from '../confirm-run-dialog.tsx'
import { useDescribe } from '../describe/use-describe.tsx'
import { ParametersDialog } from '../parameters-dialog.tsx'
import { ResultsPanel } from '../results-panel.tsx'
import { keepRowLimit, readRowLimit, rowLimitOf } from '../row-limit.ts'
import { Split } from '../splitter.tsx'
import { useFormat } from '../use-format.ts'
import { useRunText } from '../use-run-text.ts'
import { InlineToolbar } from './inline-toolbar.tsx'
import { useInlineRuns } from './use-inline-runs.ts'
import { useInlineText } from './use-inline-text.ts'

/** The query of the panel in its run store, and the file name of its results. */
const QUERY = 'inline'

/** SQL beside every page of a project, with the same rules as in the SQL editor. */
export const InlinePanel = (props: PanelProps) => <InlineEditor key={props.content} {...props} />

function InlineEditor({ projectRef, content }: PanelProps) {
  const controller = useRef<SqlEditorController>(null)
  const text = useInlineText(projectRef, content)
  const { keep } = text
  const setController = useCallback(
    (next: SqlEditorController | null) => {
      // The text can no longer be read once its editor is gone.
      if (next === null) keep()
      controller.current = next
      next?.focus()
    },
    [keep],
  )
  const runs = useInlineRuns(projectRef)
  const run = useSyncExternalStore(runs.subscribe, () => runs.of(QUERY))
  const can = useCan(projectRef)
  const project = useProject(projectRef)
  const isReadOnly = project.isSuccess && !can('database:write')
  const [chosen] = useImpersonation(projectRef)
  const [rowLimit, setRowLimit] = useState(readRowLimit)
  const catalogue = useCatalogue(projectRef)
  const exposedSchemas = useExposedSchemas(projectRef)
  const forgetCatalogue = useForgetCatalogue(projectRef)
  const runText = useRunText({
    snippetId: QUERY,
    controller,
    runs,
    catalogue,
    exposedSchemas,
    isReadOnly,
    how: { rowLimit: rowLimitOf(rowLimit), impersonate: isReadOnly ? undefined : chosen },
    onEnded: (ended) => void (ended.state === 'done' && forgetCatalogue()),
  })
  const description = useDescribe(projectRef, controller)
  const format = useFormat(controller)
  const cancel = () => void runs.cancel(QUERY)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <InlineToolbar
        projectRef={projectRef}
        canImpersonate={!isReadOnly}
        run={run}
        rowLimit={rowLimit}
        onRowLimit={(limit) => {
          setRowLimit(limit)
          keepRowLimit(limit)
        }}
        onRun={runText.run}
        onCancel={cancel}
        onDescribe={description.describe}
        readText={() => controller.current?.text() ?? text.initial}
      />
      {!isReadOnly && <ImpersonationBar projectRef={projectRef} doing="Running queries" />}
      <Split
        name="inline-sql"
        label="SQL and results"
        top={
          <SqlEditor
            onReady={setController}
            initialText={text.initial}
            completion={catalogue}
            onChange={text.changed}
            onRun={() => runText.run('selection')}
            onRunStatement={() => runText.run('statement')}
            onExplain={() => runText.run('explain')}
            onAnalyze={() => runText.run('analyze')}
            onDescribe={description.describe}
            onSave={keep}
            onFormat={() => void format()}
          />
        }
        bottom={
          <ResultsPanel
            projectRef={projectRef}
            queryId={`${QUERY} ${projectRef}`}
            run={run}
            name={QUERY}
            onGoTo={(position) => controller.current?.goTo(position)}
            onCancel={cancel}
          />
        }
      />
      {description.sheet}
      <ConfirmRunDialog
        concerns={runText.concerns}
        onCancel={runText.dismiss}
        onConfirm={runText.confirm}
        onSecure={runText.secure}
      />
      <ParametersDialog {...runText.parameters} />
    </div>
  )
}
