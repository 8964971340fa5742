import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { Snippet } from '@stoa/contract/platform/content'
import { QueryError } from '../../../components/query-error.tsx'
import type { SqlEditorController } from '../../../components/sql-editor/create-sql-editor.ts'
import { EditorSkeleton } from '../../../components/sql-editor/editor-skeleton.tsx'
import { useStoredSnippet } from '../../../data/resources/platform/content.ts'
import { useLogStorage } from '../../../data/resources/services/logs/events.ts'
import { useRunLogQuery } from '../../../data/resources/services/logs/query.ts'
import type { LogRange } from '../../../data/resources/services/logs/scope.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { LogsFrame } from '../logs-frame.tsx'
import { daysOf } from '../../../components/time-range/ranges.ts'
import { rangeOf } from '../../../components/time-range/range-search.ts'
import { ExplorerResults, type ExplorerRun } from './explorer-results.tsx'
import { FIRST_SQL, MAX_URL_SQL, type ExplorerSearch } from './explorer-search.ts'
import { ExplorerToolbar } from './explorer-toolbar.tsx'
import { FieldReference } from './field-reference.tsx'
import { LOG_COMPLETION } from './log-completion.ts'
import { errorPlace, insertAt } from './query-text.ts'
import { SavedQueryControls } from '../saved/saved-query-controls.tsx'
import { useRecentQueries } from './recent-queries.ts'

const SqlEditor = lazy(async () => ({
  default: (await import('../../../components/sql-editor/sql-editor.tsx')).SqlEditor,
}))

/** The days from which a query reads so many files that the page says so before it runs. */
const WIDE_DAYS = 2

type ExplorerPageProps = {
  projectRef: string
  search: ExplorerSearch
  onSearch: (change: Partial<ExplorerSearch>, options?: { replace?: boolean }) => void
}

/** Queries over the logs in SQL. */
export function ExplorerPage(props: ExplorerPageProps) {
  const { query } = props.search
  // A query that is saved here keeps its editor and its results.
  const [created, setCreated] = useState<{ id: string; key: string }>()
  const key = created && created.id === query ? created.key : (query ?? '')
  return (
    <LogsFrame projectRef={props.projectRef} title="Explorer">
      <LoadedExplorer key={key} {...props} onCreated={(id) => setCreated({ id, key })} />
    </LogsFrame>
  )
}

type LoadedExplorerProps = ExplorerPageProps & { onCreated: (id: string) => void }

/** The explorer with the saved query that the URL names, if any. */
function LoadedExplorer(props: LoadedExplorerProps) {
  const { projectRef, search } = props
  const [id] = useState(search.query)
  const stored = useStoredSnippet(projectRef, id ?? '', { enabled: id !== undefined })
  if (id === undefined) return <Explorer {...props} saved={undefined} />
  if (stored.isPending) return <Skeleton className="m-6 h-64" />
  if (stored.isError)
    return (
      <QueryError
        className="m-6"
        error={stored.error}
        title="Could not load the query"
        onRetry={() => void stored.refetch()}
      />
    )
  if (stored.data?.type !== 'log_sql')
    return (
      <div className="p-6">
        <EmptyState
          title="This query does not exist"
          description="It was deleted, or its author does not share it."
          action={
            <Button variant="primary" onClick={() => props.onSearch({ query: undefined })}>
              New query
            </Button>
          }
        />
      </div>
    )
  return <Explorer {...props} saved={stored.data} />
}

type ExplorerProps = LoadedExplorerProps & { saved: Snippet | undefined }

function Explorer({ projectRef, search, onSearch, onCreated, saved }: ExplorerProps) {
  const editor = useRef<SqlEditorController>(null)
  const [first] = useState(search.q ?? saved?.sql ?? FIRST_SQL)
  const text = () => editor.current?.text() ?? ''
  const controls = useRef<{ save: () => void }>(null)
  const { recent, add, clear } = useRecentQueries(projectRef)
  const { run, start, cancel } = useRun(projectRef)
  const storage = useLogStorage(projectRef)
  const hasColumn = useMedia('(width >= 80rem)')
  const [areFieldsShown, setAreFieldsShown] = useState(false)
  const range = rangeOf(search)
  const execute = async () => {
    const sql = editor.current?.selection()?.text ?? editor.current?.text() ?? ''
    if (sql.trim() === '') return
    editor.current?.clearErrors()
    add(sql)
    onSearch({ q: sql.length < MAX_URL_SQL ? sql : undefined }, { replace: true })
    const error = await start({ sql, range })
    const place = errorPlace(error)
    const offset = editor.current?.selection()?.start
    // Places count from the start of the selected text, if only that was run.
    if (place && !offset) editor.current?.markError(place.position, place.message)
  }
  const show = (sql: string) => {
    editor.current?.replaceText(sql)
    onSearch({ q: undefined }, { replace: true })
  }
  const insert = (name: string) => {
    setAreFieldsShown(false)
    const current = editor.current
    if (current) current.replaceText(insertAt(current.text(), current.cursor(), name))
    current?.focus()
  }
  const onReady = useCallback((controller: SqlEditorController | null) => {
    editor.current = controller
  }, [])
  return (
    <>
      <ExplorerToolbar
        projectRef={projectRef}
        range={range}
        retentionDays={storage.data?.retention_days}
        recent={recent}
        isRunning={run.state === 'running'}
        onRun={() => void execute()}
        onRecent={(sql) => editor.current?.replaceText(sql)}
        saving={
          <SavedQueryControls
            projectRef={projectRef}
            first={saved}
            text={text}
            onText={show}
            onCreated={(id) => {
              onCreated(id)
              onSearch({ query: id, q: undefined }, { replace: true })
            }}
            onDeleted={() =>
              onSearch({ query: undefined, q: text() || undefined }, { replace: true })
            }
            ref={controls}
          />
        }
        onClearRecent={clear}
        onSearch={onSearch}
        onFields={hasColumn ? undefined : () => setAreFieldsShown(true)}
      />
      {daysOf(range) > WIDE_DAYS && (
        <Callout type="caution" title="A wide time range" className="mx-4 mb-3 sm:mx-6">
          Queries over more than two days read many files and can take long. Shorten the range, or
          filter by a column.
        </Callout>
      )}
      <div className="flex min-h-0 flex-1 border-t">
        {hasColumn && (
          <section
            aria-label="Field reference"
            className="w-72 shrink-0 overflow-y-auto border-r p-3 pl-6"
          >
            <FieldReference onInsert={insert} />
          </section>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="h-2/5 min-h-32 shrink-0 border-b pt-2">
            <Suspense fallback={<EditorSkeleton />}>
              <SqlEditor
                onReady={onReady}
                initialText={first}
                onChange={() => undefined}
                onRun={() => void execute()}
                onSave={() => controls.current?.save()}
                onFormat={() => undefined}
                completion={LOG_COMPLETION}
              />
            </Suspense>
          </div>
          <ExplorerResults run={run} onCancel={cancel} />
        </div>
      </div>
      <Sheet
        open={areFieldsShown && !hasColumn}
        side="left"
        title="Field reference"
        onClose={() => setAreFieldsShown(false)}
      >
        <SheetBody>
          <FieldReference onInsert={insert} />
        </SheetBody>
      </Sheet>
    </>
  )
}

/** The last run of a query. A new run ends the one before. */
function useRun(projectRef: string) {
  const { mutateAsync } = useRunLogQuery(projectRef)
  const [run, setRun] = useState<ExplorerRun>({ state: 'idle' })
  const running = useRef<AbortController>(null)
  const start = async (query: { sql: string; range: LogRange }) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setRun({ state: 'running' })
    try {
      const result = await mutateAsync({ ...query, signal: controller.signal })
      if (running.current === controller) setRun({ state: 'done', result })
      return undefined
    } catch (error) {
      if (running.current !== controller) return undefined
      setRun(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', error })
      return error
    }
  }
  return { run, start, cancel: () => running.current?.abort() }
}
