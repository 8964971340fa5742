import { CircleAlert, CircleSlash } from 'lucide-react'
import { AskAssistantButton } from '../../components/assistant/ask-assistant-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { keptOf } from './kept-of.ts'
import { positionInText } from './run-store.ts'
import type { Run, TextPosition } from './run-store.ts'

type RunFailureProps = {
  projectRef: string
  run: Extract<Run, { state: 'failed' }>
  onGoTo: (position: TextPosition) => void
}

/** Shows Postgres's error message for a failed run, with a link to its position in the text. */
export function RunFailure({ projectRef, run, onGoTo }: RunFailureProps) {
  const { failure, request, tookMs } = run
  const { details } = failure
  const place = details === null ? undefined : positionInText(request, details)
  const kept = keptOf(failure, request)
  if (failure.code === 'query_cancelled') {
    return (
      <div className="grid flex-1 place-items-center p-6 text-muted">
        <p className="flex items-center gap-2">
          <CircleSlash /> Canceled after {(tookMs / 1000).toFixed(1)} s. {kept}
        </p>
      </div>
    )
  }
  const hint = details?.hint ?? failure.hint
  return (
    <div role="alert" className="flex min-h-0 flex-1 gap-3 overflow-auto p-4">
      <CircleAlert className="mt-0.5 shrink-0 text-danger-text" />
      <div className="grid min-w-0 content-start gap-2">
        <p className="font-mono text-sm break-words whitespace-pre-wrap">{failure.message}</p>
        {kept && <p>{kept}</p>}
        {details?.detail && <p className="break-words text-muted">{details.detail}</p>}
        {hint && <p className="break-words text-muted">Hint: {hint}</p>}
        {details?.where && (
          <pre className="overflow-x-auto text-xs whitespace-pre-wrap text-muted">
            {details.where}
          </pre>
        )}
        <div className="flex flex-wrap items-center gap-2 pt-1">
          {place !== undefined && (
            <Button size="sm" onClick={() => onGoTo(place)}>
              Go to line {place.line}, column {place.column}
            </Button>
          )}
          <CopyButton size="sm" text={reportOf(run)} label="Copy error" />
          <AskAssistantButton
            projectRef={projectRef}
            label="Fix with the assistant"
            asked={() => ({
              prompt: `Fix this query. It failed: ${failure.message}`,
              sqlSnippets: [{ label: 'Query', content: request.sql.slice(0, 20_000) }],
            })}
          />
          {details !== null && (
            <span className="font-mono text-xs text-muted">SQLSTATE {details.sqlstate}</span>
          )}
        </div>
      </div>
    </div>
  )
}

function reportOf({ failure, request }: RunFailureProps['run']): string {
  const { details, progress } = failure
  const lines = [
    failure.message,
    keptOf({ details, progress }, request),
    details && `SQLSTATE: ${details.sqlstate}`,
    details?.detail && `Detail: ${details.detail}`,
    details?.hint && `Hint: ${details.hint}`,
    details?.line && `Line: ${details.line}, column: ${details.column ?? 1}`,
    '',
    request.sql.slice(0, 20_000),
  ]
  return lines.filter((line) => typeof line === 'string').join('\n')
}
