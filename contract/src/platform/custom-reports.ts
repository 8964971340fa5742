import { z } from 'zod'
import { METRIC_NAMES } from '../catalog/metrics.ts'

/** Columns of the grid on wide pages. On narrow ones, it has one column. */
export const REPORT_COLUMNS = 6
/** Rows that a block can be high. */
export const MAX_BLOCK_ROWS = 6
export const MAX_REPORT_BLOCKS = 40
/** The refresh intervals in seconds; 0 reads only when a person asks for it. */
export const REFRESH_SECONDS = [0, 15, 60, 300, 900] as const

const size = {
  /** Unique within the report. */
  id: z.string().regex(/^[\w-]{1,64}$/),
  title: z.string().max(100),
  width: z.int().min(1).max(REPORT_COLUMNS),
  height: z.int().min(1).max(MAX_BLOCK_ROWS),
}

/** The values of one metric. */
export const MetricBlock = z.strictObject({
  ...size,
  kind: z.literal('metric'),
  metric: z.enum(METRIC_NAMES),
  view: z.enum(['line', 'bar', 'number']),
})
export type MetricBlock = z.infer<typeof MetricBlock>

const columnName = z.string().max(200)

/** The result of a saved query, which runs as a role that can only read. */
export const QueryBlock = z.strictObject({
  ...size,
  kind: z.literal('query'),
  snippet_id: z.uuid(),
  view: z.enum(['chart', 'table']),
  /** The columns of the chart; null for those that fit the result. */
  chart: z
    .strictObject({
      shape: z.enum(['bar', 'line', 'area']),
      x: columnName,
      y: z.array(columnName).max(5),
      group: columnName.nullable(),
      isCumulative: z.boolean(),
      isLogarithmic: z.boolean(),
    })
    .nullable(),
})
export type QueryBlock = z.infer<typeof QueryBlock>

export const ReportBlock = z.discriminatedUnion('kind', [MetricBlock, QueryBlock])
export type ReportBlock = z.infer<typeof ReportBlock>

/** The text of a snippet of the type `report`, as JSON. */
export const CustomReport = z.strictObject({
  /** The last minutes, hours or days, such as `24h`. */
  range: z.string().regex(/^\d{1,5}[mhd]$/),
  refresh_seconds: z.literal(REFRESH_SECONDS),
  /** In the order of the page, row by row. */
  blocks: z
    .array(ReportBlock)
    .max(MAX_REPORT_BLOCKS)
    .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, {
      message: 'The ids of the blocks must be unique.',
    }),
})
export type CustomReport = z.infer<typeof CustomReport>
