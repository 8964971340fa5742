import { LOG_FACETS, type LogFacet, type LogSelection } from '@stoa/contract/services/logs/logs'
import type { EndSignal } from '../../lib/end-signal.ts'
import type { LogParts } from '../../logs/index.ts'
import { countByTime, countFacets } from './queries.ts'
import { MAX_FACET_VALUES } from './limits.ts'
import { readLogs } from './read.ts'
import { select } from './selection.ts'

type Counted = LogSelection & { readonly signal: EndSignal | undefined }

/** The events of a span in equal parts of whole milliseconds. */
export async function histogram(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  { signal, buckets, ...request }: Counted & { readonly buckets: number },
) {
  const selected = select(request)
  const { from, to } = selected.span
  const bucketMs = Math.ceil((to - from) / 1000 / buckets)
  const rows = await readLogs(reader, ref, {
    sources: selected.sources,
    span: selected.span,
    statement: countByTime(selected, bucketMs * 1000),
    maxRows: buckets,
    signal,
  })
  const counted = new Map(rows.map(([bucket, ...counts]) => [Number(bucket), counts.map(Number)]))
  const count = Math.ceil((to - from) / (bucketMs * 1000))
  return {
    bucket_ms: bucketMs,
    buckets: Array.from({ length: count }, (_, index) => {
      const [debug = 0, info = 0, warning = 0, error = 0] = counted.get(index) ?? []
      return { from: from + index * bucketMs * 1000, debug, info, warning, error }
    }),
  }
}

type FacetValue = { readonly value: string; readonly count: number }

export async function facets(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  { signal, ...request }: Counted,
) {
  const selected = select(request)
  const rows = await readLogs(reader, ref, {
    sources: selected.sources,
    span: selected.span,
    statement: countFacets(selected),
    maxRows: LOG_FACETS.length * MAX_FACET_VALUES,
    signal,
  })
  const values = Object.fromEntries(
    LOG_FACETS.map((facet) => [
      facet,
      rows
        .filter(([name]) => name === facet)
        .map(([, value, count]) => ({ value: String(value), count: Number(count) }))
        .toSorted((a, b) => b.count - a.count),
    ]),
  )
  return values as Record<LogFacet, FacetValue[]>
}
