import { CircleAlert, LockKeyholeOpen, Undo2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { ShownTransaction } from '../../data/resources/services/meta/lost-transactions.ts'
import { Button } from '../../ui/buttons/button.tsx'

type TransactionBarProps = {
  transaction: ShownTransaction
  /** When the transaction was read, in milliseconds. */
  readAt: number
  /** A statement runs, or the transaction is being ended. */
  isBusy: boolean
  onCommit: () => void
  onRollBack: () => void
}

const REASONS: Record<NonNullable<ShownTransaction['reason']>, string> = {
  idle: 'Nothing ran in it for 5 minutes.',
  signed_out: 'You signed out.',
  project_stopped: 'The project stopped or went to sleep.',
  connection_lost: 'Its connection to the database was lost.',
  server_restarted: 'The server restarted.',
}
const ENDED_ELSEWHERE = 'It was ended in another window.'

/** The state of a query's transaction, with the actions that end it. */
export function TransactionBar({ transaction, readAt, isBusy, ...actions }: TransactionBarProps) {
  const { state, reason, role, statements, open_ms: openMs } = transaction
  const count = `${statements.toLocaleString('en')} ${statements === 1 ? 'statement' : 'statements'}`
  if (state === 'rolled_back') {
    return (
      <Bar icon={<Undo2 />} text="Transaction ended">
        <span className="min-w-0 flex-1">
          <strong className="font-medium">
            {reason === null ? 'The transaction is no longer open.' : 'Transaction rolled back.'}
          </strong>{' '}
          {reason === null
            ? ENDED_ELSEWHERE
            : `${REASONS[reason]} Changes of ${count} were discarded.`}
        </span>
        <Button size="sm" disabled={isBusy} onClick={actions.onRollBack}>
          Dismiss
        </Button>
      </Bar>
    )
  }
  if (state === 'failed') {
    return (
      <Bar icon={<CircleAlert />} text="Transaction failed">
        <span className="min-w-0 flex-1">
          <strong className="font-medium">Transaction failed.</strong> It can only be rolled back,
          which discards the changes of {count}.
        </span>
        <Button size="sm" disabled={isBusy} onClick={actions.onRollBack}>
          Roll back
        </Button>
      </Bar>
    )
  }
  return (
    <Bar icon={<LockKeyholeOpen />} text="Transaction open">
      <span className="min-w-0 flex-1">
        <strong className="font-medium">Transaction open</strong> · {count} ·{' '}
        <Clock since={readAt - openMs} />
        {role !== null && ` · as ${role}`}
      </span>
      <Button size="sm" variant="primary" disabled={isBusy} onClick={actions.onCommit}>
        Commit
      </Button>
      <Button size="sm" disabled={isBusy} onClick={actions.onRollBack}>
        Roll back
      </Button>
    </Bar>
  )
}

function Bar({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <section
      aria-label="Transaction"
      className="flex min-h-9 items-center gap-2 border-b bg-warning-soft px-3 py-1 text-xs text-warning-text [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      {icon}
      <output className="sr-only">{text}</output>
      {children}
    </section>
  )
}

/** Minutes and seconds; hidden from screen readers, which would announce every update. */
function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  return (
    <span aria-hidden className="tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
