import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { Fragment } from 'react'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../../components/highlight/use-highlight.ts'
import { formatExact } from '../../../lib/dates.ts'
import { formatSeconds } from '../../../lib/durations.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { waitOf } from './session-texts.ts'

/** Everything about one session, as of when the sheet was opened. */
export function SessionSheet({
  session,
  onClose,
}: {
  session: DatabaseSession
  onClose: () => void
}) {
  const highlight = useHighlight()
  const { statement } = session
  return (
    <Sheet
      open
      size="lg"
      title={`Session ${session.pid}`}
      description="Snapshot from when you opened this panel."
      onClose={onClose}
    >
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-xs">
          {factsOf(session).map(([term, text]) => (
            <Fragment key={term}>
              <dt className="text-muted">{term}</dt>
              <dd className="break-words">{text}</dd>
            </Fragment>
          ))}
        </dl>
        {statement === null || statement === '' ? (
          <p className="text-xs text-muted">
            {statement === null
              ? 'Only members who can write to the database can read statements.'
              : 'This session has not run a statement yet.'}
          </p>
        ) : (
          <CodeBlock
            label="statement"
            code={statement}
            shown={<HighlightedCode code={statement} language="sql" highlight={highlight} />}
            wrap
          />
        )}
      </SheetBody>
    </Sheet>
  )
}

function factsOf(session: DatabaseSession): (readonly [string, string])[] {
  const { state_seconds, transaction_seconds, blocked_by } = session
  return [
    ['Role', session.role ?? 'None (server process)'],
    ['Application', session.application || 'Unnamed'],
    ['Address', session.client_address ?? 'Local socket'],
    ['Connected since', formatExact(session.backend_start)],
    ['Status', session.state ?? 'Server process'],
    ...(state_seconds === null
      ? []
      : [['In this state for', formatSeconds(state_seconds)] as const]),
    ...(transaction_seconds === null
      ? []
      : [['Transaction open for', formatSeconds(transaction_seconds)] as const]),
    ['Waits for', waitOf(session) ?? 'Nothing'],
    ...(blocked_by.length === 0 ? [] : [['Blocked by', blocked_by.join(', ')] as const]),
    ...(session.is_platform
      ? [['Opened by', 'The platform. It can’t be terminated.'] as const]
      : []),
  ]
}
