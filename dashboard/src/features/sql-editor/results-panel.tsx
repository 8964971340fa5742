import { useState } from 'react'
import { ResultGrid } from '../../components/result-grid/result-grid.tsx'
import { ValueSheet } from '../../components/result-grid/value-sheet.tsx'
import type { OpenedValue } from '../../components/result-grid/value-sheet.tsx'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { PlanView } from './plan/plan-view.tsx'
import { ResultActions } from './result-actions.tsx'
import { RunFailure } from './run-failure.tsx'
import { RolledBackNote } from './rolled-back-note.tsx'
import { RunningNote } from './running-note.tsx'
import { StatementSummary } from './statement-summary.tsx'
import { MOST_TABS, StatementTabs } from './statement-tabs.tsx'
import type { ResultTab } from './statement-tabs.tsx'
import type { Run, TextPosition } from './run-store.ts'

type ResultsPanelProps = {
  run: Run | undefined
  /** The file name of a download, without its extension. */
  name: string
  onGoTo: (position: TextPosition) => void
  onCancel: () => void
}

/** The result of this snippet's last run. */
export function ResultsPanel({ run, name, onGoTo, onCancel }: ResultsPanelProps) {
  if (run === undefined) {
    return (
      <div className="grid flex-1 place-items-center p-6 text-muted">
        <div className="text-center">
          <p>Results appear here.</p>
          <p className="mt-1">
            <Kbd shortcut="Mod+Enter" /> runs the query, or the part you selected.
          </p>
        </div>
      </div>
    )
  }
  if (run.state === 'running') return <RunningNote run={run} onCancel={onCancel} />
  if (run.state === 'failed') return <RunFailure run={run} onGoTo={onGoTo} />
  if (run.request.explain)
    return <PlanView answer={run.answer} sql={run.request.sql} previous={run.previousPlan} />
  // The key resets the tabs for each result, so that every result opens at its last statement.
  return (
    <Answer
      key={run.id}
      answer={run.answer}
      sql={run.request.sql}
      rowLimit={run.request.rowLimit}
      name={name}
    />
  )
}

type AnswerProps = { answer: QueryAnswer; sql: string; rowLimit: number; name: string }

function Answer({ answer, sql, rowLimit, name }: AnswerProps) {
  const { results, notices, ended } = answer
  const isKept = ended === 'committed'
  const [chosen, setChosen] = useState<ResultTab>(() => firstShown(answer))
  const [opened, setOpened] = useState<OpenedValue | undefined>()
  const result = typeof chosen === 'number' ? results[chosen] : undefined
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-b px-3">
        <StatementTabs
          results={results}
          noticeCount={notices.length}
          chosen={chosen}
          onChoose={setChosen}
        />
        <div className="ml-auto flex items-center gap-3 text-xs text-muted">
          {result !== undefined && <RowSummary result={result} rowLimit={rowLimit} />}
          <span className="tabular-nums">{formatDuration(answer.duration_ms)}</span>
          {result !== undefined && result.columns.length > 0 && (
            <ResultActions result={result} name={name} />
          )}
        </div>
      </div>
      <p
        className="truncate border-b px-3 py-1 font-mono text-2xs text-muted"
        title="The text that ran"
      >
        {excerpt(sql)}
      </p>
      {ended !== 'committed' && ended !== 'open' && <RolledBackNote ended={ended} />}
      <div className="min-h-0 flex-1">
        {chosen === 'summary' && <StatementSummary answer={answer} onChoose={setChosen} />}
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
        {result !== undefined && result.rows.length > 0 && (
          <ResultGrid
            key={chosen}
            label={`Result of ${result.command}`}
            columns={result.columns}
            rows={result.rows}
            onOpenCell={setOpened}
          />
        )}
        {result !== undefined && result.rows.length === 0 && (
          <NoRows result={result} isKept={isKept} />
        )}
        {results.length === 0 && chosen !== 'notices' && (
          <p className="p-6 text-center text-muted">The query contains no statements</p>
        )}
      </div>
      <ValueSheet value={opened} onClose={() => setOpened(undefined)} />
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

function RowSummary({ result, rowLimit }: { result: Result; rowLimit: number }) {
  if (result.is_limited) {
    return <span className="text-warning-text">Limited to {rows(rowLimit)}</span>
  }
  if (result.columns.length > 0) return <span>{rows(result.rows.length)}</span>
  return result.row_count === null ? null : <span>{rows(result.row_count)}</span>
}

/** The last statement that returned rows, because it is usually the one of interest. */
function firstShown({ results, notices }: QueryAnswer): ResultTab {
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
