import { Pause, Play, RefreshCw } from 'lucide-react'
import { RangePicker } from '../../components/time-range/range-picker.tsx'
import { withRange, withTimes } from '../../components/time-range/range-search.ts'
import { useLogStorage } from '../../data/resources/services/logs/events.ts'
import { useRefreshReports } from '../../data/resources/services/reports/series.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import type { ReportView } from './use-report-view.ts'

type ReportToolbarProps = { view: ReportView; isRefreshing: boolean }

/** The range of a report, and how it is kept up to date. */
export function ReportToolbar({ view, isRefreshing }: ReportToolbarProps) {
  const { projectRef, range, isLive, change } = view
  const storage = useLogStorage(projectRef)
  const refresh = useRefreshReports(projectRef)
  return (
    <>
      <Tooltip content="Reads new values every 15 seconds">
        <Button
          aria-pressed={isLive}
          onClick={() =>
            change(isLive ? { live: undefined } : { live: 'on', from: undefined, to: undefined })
          }
        >
          {isLive ? <Pause className="size-3.5" /> : <Play className="size-3.5" />}
          Live
        </Button>
      </Tooltip>
      <RangePicker
        range={range}
        retentionDays={storage.data?.retention_days}
        kept="Metrics"
        onPreset={(value) => change(withRange(value))}
        onTimes={(from, to) => change({ ...withTimes(from, to), live: undefined })}
      />
      <IconButton
        label="Refresh"
        variant="secondary"
        pending={isRefreshing}
        onClick={() => void refresh()}
      >
        <RefreshCw />
      </IconButton>
    </>
  )
}
