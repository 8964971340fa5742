import { RefreshCw } from 'lucide-react'
import { REFRESH_SECONDS, type CustomReport } from '@stoa/contract/platform/custom-reports'
import { RangePicker } from '../../../components/time-range/range-picker.tsx'
import { useLogStorage } from '../../../data/resources/services/logs/events.ts'
import type { LogRange } from '../../../data/resources/services/logs/scope.ts'
import { useRefreshReports } from '../../../data/resources/services/reports/series.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

type RefreshSeconds = CustomReport['refresh_seconds']

type CustomReportToolbarProps = {
  projectRef: string
  range: LogRange
  refreshSeconds: RefreshSeconds
  /** Undefined for members who cannot change the report. */
  onRefreshSeconds: ((seconds: RefreshSeconds) => void) | undefined
  onPreset: (value: string) => void
  onTimes: (from: number, to: number) => void
}

const labelOf = (seconds: RefreshSeconds): string => {
  if (seconds === 0) return 'No refresh'
  return seconds < 60 ? `Every ${seconds} s` : `Every ${seconds / 60} min`
}

const OPTIONS = REFRESH_SECONDS.map((seconds) => ({
  value: String(seconds),
  label: labelOf(seconds),
}))

/** The time that all blocks of a report share, and how they are kept up to date. */
export function CustomReportToolbar({ projectRef, range, ...props }: CustomReportToolbarProps) {
  const { refreshSeconds, onRefreshSeconds, onPreset, onTimes } = props
  const storage = useLogStorage(projectRef)
  const refresh = useRefreshReports(projectRef)
  return (
    <>
      {onRefreshSeconds && (
        <Select
          aria-label="Refresh interval"
          value={String(refreshSeconds)}
          options={OPTIONS}
          className="w-32"
          onValueChange={(value) => {
            const seconds = REFRESH_SECONDS.find((each) => String(each) === value)
            if (seconds !== undefined) onRefreshSeconds(seconds)
          }}
        />
      )}
      <RangePicker
        range={range}
        retentionDays={storage.data?.retention_days}
        kept="Metrics"
        onPreset={onPreset}
        onTimes={onTimes}
      />
      <IconButton label="Refresh" variant="secondary" onClick={() => void refresh()}>
        <RefreshCw />
      </IconButton>
    </>
  )
}
