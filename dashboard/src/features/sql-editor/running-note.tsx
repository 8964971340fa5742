import { useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { Run } from './run-store.ts'

type RunningNoteProps = { run: Extract<Run, { state: 'running' }>; onCancel: () => void }

export function RunningNote({ run, onCancel }: RunningNoteProps) {
  return (
    <div className="grid flex-1 place-items-center p-6">
      <output className="grid justify-items-center gap-3">
        <p className="flex items-center gap-2 text-muted">
          <Spinner /> {run.isCancelling ? 'Canceling' : 'Running'} <Elapsed since={run.startedAt} />
        </p>
        <Button size="sm" onClick={onCancel} disabled={run.isCancelling}>
          Cancel
        </Button>
      </output>
    </div>
  )
}

/** A running count of seconds; hidden from screen readers, which would announce every update. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden className="tabular-nums">
      {(Math.max(0, now - since) / 1000).toFixed(1)} s
    </span>
  )
}
