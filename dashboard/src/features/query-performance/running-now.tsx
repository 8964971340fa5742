import { usePanelOpener } from '../../components/rooms/panel-link.ts'
import { RUNNING_PANEL } from '../../components/sql-editor/panels-search.ts'
import { useActivity } from '../../data/resources/services/meta/activity.ts'
import { formatSeconds } from '../../lib/durations.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { runningCounts } from './running-counts.ts'

/** How many queries run and wait at this moment. The panel shows each, and can cancel it. */
export function RunningNow({ projectRef }: { projectRef: string }) {
  const openPanel = usePanelOpener()
  const { data } = useActivity(projectRef)
  const counts = data && runningCounts(data.sessions)
  return (
    <section
      aria-label="Running now"
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-md border px-3 py-1.5 text-xs"
    >
      <h2 className="font-medium">Running now</h2>
      {counts && (
        <>
          <span className="tabular-nums">
            {formatCount(counts.running)} {counts.running === 1 ? 'query' : 'queries'}
          </span>
          {counts.longestSeconds !== undefined && (
            <span className="text-muted tabular-nums">
              longest {formatSeconds(counts.longestSeconds)}
            </span>
          )}
          {counts.blocked > 0 && (
            <span className="flex items-center gap-1.5 text-warning-text tabular-nums">
              <StatusDot tone="warning" />
              {formatCount(counts.blocked)} waiting for a lock
            </span>
          )}
        </>
      )}
      <Button size="sm" className="ml-auto" onClick={() => openPanel(RUNNING_PANEL)}>
        Running queries
      </Button>
    </section>
  )
}
