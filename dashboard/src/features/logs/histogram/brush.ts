import type { LogHistogram } from '../../../data/resources/services/logs/events.ts'

export type Bucket = LogHistogram['buckets'][number]

/** The first and the last bucket of a selection. */
export type BucketRange = { readonly first: number; readonly last: number }

/** The bucket at a place of a chart. */
export function bucketAt(x: number, { width, count }: { width: number; count: number }): number {
  const index = Math.floor((x / Math.max(1, width)) * count)
  return Math.min(count - 1, Math.max(0, index))
}

export const rangeBetween = (start: number, end: number): BucketRange => ({
  first: Math.min(start, end),
  last: Math.max(start, end),
})

/** The times of some buckets in milliseconds, from the start of the first to the end of the last. */
export function timesOfBuckets(
  { buckets, bucket_ms: width }: LogHistogram,
  { first, last }: BucketRange,
): { from: number; to: number } | undefined {
  const [start, end] = [buckets[first], buckets[last]]
  if (!start || !end) return undefined
  const from = Math.floor(start.from / 1000)
  // A selection of one short bucket would otherwise be empty.
  return { from, to: Math.max(from + 1, Math.ceil(end.from / 1000 + width)) }
}

export const totalOf = ({ debug, info, warning, error }: Omit<Bucket, 'from'>): number =>
  debug + info + warning + error

/** The events of some buckets by severity. */
export const sumOf = (buckets: readonly Bucket[]) =>
  buckets.reduce(
    (sum, { debug, info, warning, error }) => ({
      debug: sum.debug + debug,
      info: sum.info + info,
      warning: sum.warning + warning,
      error: sum.error + error,
    }),
    { debug: 0, info: 0, warning: 0, error: 0 },
  )

/** `1,204 events, 3 errors, 12 warnings`. */
export function countsLabel(counts: Omit<Bucket, 'from'>): string {
  const total = totalOf(counts)
  const parts = [plural(total, 'event')]
  if (counts.error > 0) parts.push(plural(counts.error, 'error'))
  if (counts.warning > 0) parts.push(plural(counts.warning, 'warning'))
  return parts.join(', ')
}

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
