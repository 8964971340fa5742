import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { asWritten } from '../query-parameters.ts'
import type { RunOutcome } from './run-cells.ts'
import type { Progress } from './use-cell-runs.ts'

type RunNoteProps = {
  progress: Progress | undefined
  outcome: RunOutcome | undefined
  onGoTo: (cellId: string) => void
}

/** How far a run of several cells is, or came. */
export function RunNote({ progress, outcome, onGoTo }: RunNoteProps) {
  const text = progress ? progressText(progress) : outcome && outcomeText(outcome)
  const stop = progress ? undefined : outcome?.stop
  return (
    <output className="block">
      {text !== undefined && (
        <span className="flex min-h-9 flex-wrap items-center gap-2 border-b bg-raised px-3 py-1 text-xs">
          {progress && <Spinner />}
          <span className="min-w-0">{text}</span>
          {stop && (
            <Button size="sm" onClick={() => onGoTo(stop.cellId)}>
              Go to cell
            </Button>
          )}
        </span>
      )}
    </output>
  )
}

const progressText = ({ index, total }: Progress) =>
  total > 1 ? `Running query ${index + 1} of ${total}` : undefined

/** Undefined if the result of the cell says it all. */
export function outcomeText({ completed, total, stop }: RunOutcome): string | undefined {
  if (!stop) return total > 1 ? `All ${total} queries ran.` : undefined
  const { reason } = stop
  const unrun = unrunText(total - completed - 1)
  const which = total > 1 ? `Query ${completed + 1} of ${total}` : 'The query'
  if (reason.kind === 'no-value')
    return `${which} did not run: enter a value for ${reason.names.map(asWritten).join(', ')}.${unrun}`
  if (reason.kind === 'several-statements')
    return `${which} did not run: with parameters, a cell can have only one statement.${unrun}`
  if (total === 1) return undefined
  return `${which} ${reason.kind === 'failed' ? 'failed' : 'was canceled'}.${unrun}`
}

function unrunText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' The one after it did not run.' : ` The ${count} after it did not run.`
}
