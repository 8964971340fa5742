import type { LagSample } from '@stoa/contract/platform/read-replicas'
import { formatExact, formatMinute } from '../../lib/dates.ts'
import { formatBytes } from '../../lib/quantities.ts'
import type { Chart } from '../../ui/chart/chart.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { ChartGroup } from '../../ui/chart/chart-group.tsx'
import { formatSeconds } from './words.ts'

/** The lag of a replica since it started, at most of the last hour. */
export function LagCharts({ samples }: { samples: readonly LagSample[] }) {
  const times = samples.map(({ at }) => Date.parse(at))
  return (
    <ChartGroup>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 lg:grid-cols-2">
        {lagCharts(samples).map((chart) => (
          <ChartCard
            key={chart.label}
            chart={chart}
            times={times}
            formatTime={formatMinute}
            formatExact={formatExact}
            unmeasured="Measured while the replica follows the primary."
          />
        ))}
      </div>
    </ChartGroup>
  )
}

export function lagCharts(samples: readonly LagSample[]): readonly Chart[] {
  const bytes = samples.map((sample) => sample.bytes)
  const seconds = samples.map((sample) => sample.seconds)
  return [
    {
      label: 'Age of the data',
      series: [{ name: 'Age', tone: 'accent', values: seconds }],
      format: formatSeconds,
      total: `at most ${formatSeconds(Math.max(0, ...seconds))}`,
    },
    {
      label: 'Changes not applied',
      series: [{ name: 'Changes', tone: 'accent', values: bytes }],
      format: formatBytes,
      total: `at most ${formatBytes(Math.max(0, ...bytes))}`,
      isBytes: true,
    },
  ]
}
