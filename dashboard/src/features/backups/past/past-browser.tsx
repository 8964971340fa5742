import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { SqlEditorController } from '../../../components/sql-editor/create-sql-editor.ts'
import { EditorSkeleton } from '../../../components/sql-editor/editor-skeleton.tsx'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { formatSecond } from '../moments.ts'
import { BringBackDialog } from './bring-back-dialog.tsx'
import { pastCompletion } from './past-completion.ts'
import { PastResults } from './past-results.tsx'
import { usePastRun } from './past-run.ts'
import { PastTablesList, type PastTable } from './past-tables.tsx'

const SqlEditor = lazy(async () => ({
  default: (await import('../../../components/sql-editor/sql-editor.tsx')).SqlEditor,
}))

/** The tables of the moment beside a text that reads them. */
export function PastBrowser({ project, moment }: { project: ProjectDetail; moment: string }) {
  const editor = useRef<SqlEditorController>(null)
  const { run, start, cancel } = usePastRun(project.ref)
  const [chosen, setChosen] = useState<PastTable>()
  const [isBringing, setIsBringing] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const hasColumn = useMedia('(width >= 48rem)')
  const waiting = useRef<string>(undefined)
  const onReady = useCallback((controller: SqlEditorController | null) => {
    editor.current = controller
    // A table can be chosen before the editor has loaded.
    if (controller && waiting.current !== undefined) controller.replaceText(waiting.current)
  }, [])
  const execute = () => {
    const sql = editor.current?.selection()?.text ?? editor.current?.text() ?? ''
    if (sql.trim() !== '') void start(sql)
  }
  const choose = (table: PastTable) => {
    setIsListOpen(false)
    setChosen(table)
    if (editor.current) editor.current.replaceText(table.select)
    else waiting.current = table.select
    void start(table.select)
  }
  const list = (
    <PastTablesList projectRef={project.ref} moment={moment} chosen={chosen} onChoose={choose} />
  )
  const canBring = chosen?.can_bring_back && project.abilities.includes('database:write')
  return (
    <div className="flex min-h-0 flex-1">
      {hasColumn && <div className="flex w-64 shrink-0 flex-col border-r">{list}</div>}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
          {!hasColumn && <Button onClick={() => setIsListOpen(true)}>Tables</Button>}
          <Button variant="primary" onClick={execute}>
            Run
          </Button>
          {canBring && (
            <Button
              onClick={() => setIsBringing(true)}
            >{`Bring back rows of ${chosen.name}`}</Button>
          )}
        </div>
        <div className="h-1/4 min-h-28 shrink-0 border-b pt-2">
          <Suspense fallback={<EditorSkeleton />}>
            <SqlEditor
              onReady={onReady}
              initialText=""
              onChange={() => undefined}
              onRun={execute}
              onSave={() => undefined}
              onFormat={() => undefined}
              completion={pastCompletion}
            />
          </Suspense>
        </div>
        <PastResults run={run} onCancel={() => void cancel()} />
      </div>
      <Sheet
        open={isListOpen && !hasColumn}
        side="left"
        title="Tables"
        onClose={() => setIsListOpen(false)}
      >
        {list}
      </Sheet>
      {isBringing && chosen && (
        <BringBackDialog
          projectRef={project.ref}
          table={chosen}
          moment={formatSecond(Date.parse(moment))}
          onClose={() => setIsBringing(false)}
        />
      )}
    </div>
  )
}
