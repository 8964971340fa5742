import { Kbd } from '../../ui/display/kbd.tsx'
import { AnswerView, type AnswerViewProps, type ShownAnswer } from './answer-view.tsx'
import { PlanView } from './plan/plan-view.tsx'
import { RunFailure } from './run-failure.tsx'
import { RunningNote } from './running-note.tsx'
import type { Run, TextPosition } from './run-store.ts'

type ResultsPanelProps = Pick<AnswerViewProps, 'view' | 'onView' | 'isTextShown'> & {
  projectRef: string
  /** The query that the run belongs to. */
  queryId: string
  run: Run | undefined
  /** The file name of a download, without its extension. */
  name: string
  onGoTo: (position: TextPosition) => void
  onCancel: () => void
}

/** The result of this snippet's last run. */
export function ResultsPanel({ projectRef, queryId, run, name, ...props }: ResultsPanelProps) {
  const { onGoTo, onCancel, ...shown } = props
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
  if (run.state === 'failed')
    return <RunFailure projectRef={projectRef} run={run} onGoTo={onGoTo} />
  const answer = shownOf(run)
  if (run.state === 'running' && (!answer || run.request.explain))
    return <RunningNote run={run} onCancel={onCancel} />
  if (run.state === 'done' && run.request.explain)
    return <PlanView answer={run.answer} sql={run.request.sql} previous={run.previousPlan} />
  if (!answer) return null
  // The key resets the tabs for each result, so that every result opens at its last statement.
  return (
    <AnswerView
      key={run.id}
      projectRef={projectRef}
      queryId={queryId}
      answer={answer}
      request={run.request}
      name={name}
      {...shown}
    />
  )
}

/** The answer, or the rows that have arrived so far. */
function shownOf(run: Exclude<Run, { state: 'failed' }>): ShownAnswer | undefined {
  if (run.state === 'done') return run.answer
  return (
    run.results && {
      results: run.results.map((result) => ({
        ...result,
        command: result.columns.length > 0 ? 'SELECT' : '',
        row_count: null,
        is_limited: false,
      })),
      notices: [],
      commands: [],
      running: { since: run.startedAt },
    }
  )
}
