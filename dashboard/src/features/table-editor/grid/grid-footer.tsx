import { ChevronLeft, ChevronRight, Radio, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useTotal } from './row-grid.tsx'
import type { RowWindow } from './row-window.ts'
import type { SessionView } from '../session/session-view.ts'
import { useLiveSetting } from '../session/use-live-setting.ts'

const LiveRefresh = lazy(async () => ({
  default: (await import('../session/live-refresh.tsx')).LiveRefresh,
}))

type GridFooterProps = {
  session: SessionView
  window: RowWindow
  hasFilters: boolean
  onWindow: (index: number) => void
}

const number = (value: number) => value.toLocaleString('en')

/** Shows the row count, whether it is an estimate, and the windows of a very long table. */
export function GridFooter({ session, window, hasFilters, onWindow }: GridFooterProps) {
  const total = useTotal(session)
  const live = useLiveSetting(session)
  const failure = useSyncExternalStore(session.cache.subscribe, session.cache.failure)
  const [isCounting, setIsCounting] = useState(false)
  const count = async () => {
    setIsCounting(true)
    try {
      await session.countExactly()
    } catch (error) {
      toast.error('Failed to count the rows', { description: errorMessage(error) })
    }
    setIsCounting(false)
  }
  return (
    <footer className="flex h-9 shrink-0 items-center gap-3 border-t px-3 text-xs text-muted">
      {total === undefined && failure === undefined && <Skeleton className="h-3 w-20" />}
      {total !== undefined && (
        <output className="tabular-nums">
          {total.is_exact ? '' : 'About '}
          {number(total.value)} {total.value === 1 ? 'row' : 'rows'}
          {hasFilters && (total.value === 1 ? ' matches' : ' match')}
        </output>
      )}
      {total?.is_exact === false && (
        <Button size="sm" variant="ghost" pending={isCounting} onClick={() => void count()}>
          Count exactly
        </Button>
      )}
      {window.count > 1 && (
        <div className="flex items-center gap-1 max-sm:hidden">
          <IconButton
            label="Previous million rows"
            size="sm"
            side="top"
            disabled={window.index === 0}
            onClick={() => onWindow(window.index - 1)}
          >
            <ChevronLeft />
          </IconButton>
          <span className="tabular-nums">
            Rows {number(window.first + 1)} to {number(window.first + window.length)}
          </span>
          <IconButton
            label="Next million rows"
            size="sm"
            side="top"
            disabled={window.index === window.count - 1}
            onClick={() => onWindow(window.index + 1)}
          >
            <ChevronRight />
          </IconButton>
        </div>
      )}
      <Suspense>{live.isOn && <LiveRefresh session={session} />}</Suspense>
      {live.isPossible && (
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={live.isOn}
          title="Load the rows again when somebody has changed them"
          className={classNames('ml-auto', live.isOn && 'text-accent-text')}
          onClick={() => live.set(!live.isOn)}
        >
          <Radio className="size-3.5" /> Live
        </Button>
      )}
      <IconButton
        label="Refresh"
        side="top"
        className={live.isPossible ? undefined : 'ml-auto'}
        onClick={() => session.cache.refresh()}
      >
        <RefreshCw className="size-3.5" />
      </IconButton>
    </footer>
  )
}
