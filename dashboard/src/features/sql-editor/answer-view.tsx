import { useState } from 'react'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ResultActions } from './result-actions.tsx'
import { ResultView } from './result-view.tsx'
import { RolledBackNote } from './rolled-back-note.tsx'
import type { RunRequest } from './run-store.ts'
import { Elapsed } from './running-note.tsx'
import { StatementSummary } from './statement-summary.tsx'
import { MOST_TABS, StatementTabs } from './statement-tabs.tsx'
import type { ResultTab } from './statement-tabs.tsx'
import { keepView, readView, TABLE_VIEW, type ViewSettings } from './view-settings.ts'

/** The results that have arrived of a run that has not ended. */
type RunningAnswer = Pick<QueryAnswer, 'results' | 'notices' | 'commands'> & {
  readonly running: { readonly since: number }
  readonly ended?: undefined
  readonly duration_ms?: undefined
}
export type ShownAnswer = RunningAnswer | (QueryAnswer & { readonly running?: undefined })

export type AnswerViewProps = {
  projectRef: string
  /** The view of the results is kept with the query. */
  queryId: string
  answer: ShownAnswer
  request: RunRequest
  name: string
  /** How the results are shown, if the browser does not keep it with the query. */
  view?: ViewSettings | undefined
  onView?: ((settings: ViewSettings) => void) | undefined
  /** Whether the text that ran is shown above its results. */
  isTextShown?: boolean | undefined
}

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'chart', label: 'Chart' },
  { value: 'pivot', label: 'Pivot' },
] as const

/** The results of a run by statement, also while their rows arrive. */
export function AnswerView({
  projectRef,
  queryId,
  answer,
  request,
  name,
  isTextShown = true,
  ...props
}: AnswerViewProps) {
  const { results, notices, ended, running } = answer
  const isKept = ended === 'committed'
  const [kept, setKept] = useState(() => readView(queryId))
  const settings = props.onView ? (props.view ?? TABLE_VIEW) : kept
  const setSettings = (next: ViewSettings) => {
    if (props.onView) return props.onView(next)
    setKept(next)
    keepView(queryId, next)
  }
  const [picked, setChosen] = useState<ResultTab | undefined>()
  // Until the reader picks one, the last statement is shown, also while further ones begin.
  const chosen = picked ?? firstShown(answer)
  const result = typeof chosen === 'number' ? results[chosen] : undefined
  const hasRows = result !== undefined && result.rows.length > 0
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-b px-3">
        <StatementTabs
          results={results}
          noticeCount={notices.length}
          chosen={chosen}
          onChoose={setChosen}
        />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 py-1 text-xs text-muted">
          {result !== undefined && <RowSummary result={result} isRunning={running !== undefined} />}
          {running ? (
            <Elapsed since={running.since} />
          ) : (
            <span className="tabular-nums">{formatDuration(answer.duration_ms)}</span>
          )}
          {hasRows && (
            <SegmentedControl
              aria-label="View of the result"
              value={settings.view}
              options={VIEWS}
              onValueChange={(view) => setSettings({ ...settings, view })}
            />
          )}
          {result !== undefined && result.columns.length > 0 && typeof chosen === 'number' && (
            <ResultActions
              projectRef={projectRef}
              result={result}
              name={name}
              request={request}
              statement={chosen}
              isRunning={running !== undefined}
            />
          )}
        </div>
      </div>
      {isTextShown && (
        <p
          className="truncate border-b px-3 py-1 font-mono text-2xs text-muted"
          title="The text that ran"
        >
          {excerpt(request.sql)}
        </p>
      )}
      {(ended === 'rolled_back' || ended === 'left_open') && <RolledBackNote ended={ended} />}
      <div className="min-h-0 flex-1">
        {chosen === 'summary' && !running && (
          <StatementSummary answer={answer} onChoose={setChosen} />
        )}
        {chosen === 'notices' && (
          <ul className="size-full overflow-auto p-3 font-mono text-xs">
            {notices.map((notice, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- notices of one answer never move
              <li key={index} className="flex gap-3 py-0.5">
                <span className="text-muted">{notice.severity}</span>
                <span className="break-words whitespace-pre-wrap">{notice.message}</span>
              </li>
            ))}
          </ul>
        )}
        {result !== undefined && hasRows && (
          <ResultView key={chosen} result={result} settings={settings} onChange={setSettings} />
        )}
        {result !== undefined && !hasRows && !running && <NoRows result={result} isKept={isKept} />}
        {results.length === 0 && chosen !== 'notices' && (
          <p className="p-6 text-center text-muted">The query contains no statements</p>
        )}
      </div>
    </>
  )
}

type Result = QueryAnswer['results'][number]

function NoRows({ result, isKept }: { result: Result; isKept: boolean }) {
  const success = isKept ? 'Success. ' : ''
  if (result.columns.length > 0) {
    return (
      <EmptyState
        className="m-3"
        title={`${success}No rows returned`}
        description={result.columns.map(({ name }) => name).join(', ')}
      />
    )
  }
  return (
    <p className="p-6 text-center text-muted">
      {result.row_count === null
        ? `${success}No rows returned`
        : `${success}${result.command} affected ${rows(result.row_count)}`}
    </p>
  )
}

function RowSummary({ result, isRunning }: { result: Result; isRunning: boolean }) {
  if (isRunning) return <output>{rows(result.rows.length)} so far</output>
  if (result.is_limited) {
    return (
      <span className="text-warning-text">
        First {rows(result.rows.length)}; the query returned more
      </span>
    )
  }
  if (result.columns.length > 0) return <span>{rows(result.rows.length)}</span>
  return result.row_count === null ? null : <span>{rows(result.row_count)}</span>
}

/** The last statement that returned rows, because it is usually the one of interest. */
function firstShown({ results, notices }: ShownAnswer): ResultTab {
  if (results.length > MOST_TABS) return 'summary'
  const last = results.findLastIndex(({ columns }) => columns.length > 0)
  if (last !== -1) return last
  return results.length === 0 && notices.length > 0 ? 'notices' : Math.max(0, results.length - 1)
}

const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`

const excerpt = (sql: string) => sql.slice(0, 400).trim().replaceAll(/\s+/g, ' ')

function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
  return `${(ms / 1000).toFixed(2)} s`
}
