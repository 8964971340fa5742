import type { ReportBlock } from '@stoa/contract/platform/custom-reports'
import type { LogRange } from '../../../data/resources/services/logs/scope.ts'
import type { SeriesRequest } from '../../../data/resources/services/reports/series.ts'

const POINTS = 60

/** The values that a report shows, and those of the period before for their change. */
export const reportRequest = (blocks: readonly ReportBlock[], range: LogRange): SeriesRequest => ({
  range,
  metrics: [
    ...new Set(blocks.flatMap((block) => (block.kind === 'metric' ? [block.metric] : []))),
  ].toSorted(),
  points: POINTS,
  withBefore: true,
})
