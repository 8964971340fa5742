import { useState } from 'react'
import { Time } from '../../../components/time.tsx'
import type { PastRun } from '../../../data/resources/platform/content-history.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { StatusDot } from '../../../ui/display/status-dot.tsx'

type PastRunItemProps = { run: PastRun; onOpen: (run: PastRun, isRun: boolean) => void }

/** A run; opened, it shows the whole text without changing it. */
export function PastRunItem({ run, onOpen }: PastRunItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isFailed = run.ended === null
  const isWhole = !run.is_masked && !run.is_cut
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="grid w-full gap-0.5 px-1 py-2 text-left hover:bg-hover"
      >
        <span className="truncate font-mono text-xs">{excerptOf(run.sql)}</span>
        <span className="flex flex-wrap items-center gap-x-1.5 text-2xs text-muted">
          <StatusDot tone={isFailed ? 'danger' : 'success'} className="size-1.5" />
          {outcomeOf(run)} · <Time date={run.started_at} /> · {formatDuration(run.duration_ms)}
          {run.role !== null && ` · as ${run.role}`}
        </span>
      </button>
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-1 pb-3">
          {run.error_message !== null && (
            <p className="text-xs text-danger-text">
              {run.error_message} <span className="font-mono text-muted">{run.error_code}</span>
            </p>
          )}
          <pre
            aria-label="SQL of this run"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach the scrolling text
            tabIndex={0}
            className="max-h-60 overflow-auto rounded-md border bg-sunken p-2 text-xs"
          >
            {run.sql}
          </pre>
          {!isWhole && <p className="text-xs text-muted">{whyNotWhole(run)}</p>}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" disabled={!isWhole} onClick={() => onOpen(run, true)}>
              Run again
            </Button>
            <Button size="sm" onClick={() => onOpen(run, false)}>
              Open as new query
            </Button>
            <CopyButton text={run.sql} />
          </div>
        </div>
      )}
    </li>
  )
}

const excerptOf = (sql: string) => sql.slice(0, 300).trim().replaceAll(/\s+/g, ' ')

const whyNotWhole = ({ is_masked: isMasked }: PastRun) =>
  isMasked
    ? 'Credentials are replaced by ***, so this text cannot be run again as it is.'
    : 'Only the first 50,000 characters are kept, so this text cannot be run again as it is.'

const ENDINGS = {
  committed: 'Succeeded',
  rolled_back: 'Rolled back',
  left_open: 'Rolled back: no commit',
  open: 'In a transaction',
}

function outcomeOf({ ended, row_count: rows, error_code: code }: PastRun): string {
  if (ended === null) return code === 'query_cancelled' ? 'Canceled' : 'Failed'
  const counted = rows === null ? '' : ` · ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
  return `${ENDINGS[ended]}${counted}`
}

const formatDuration = (ms: number) =>
  ms < 1000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`
