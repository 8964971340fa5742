import type { ReadReplica, ReplicaState } from '@stoa/contract/platform/read-replicas'
import { formatBytes } from '../../lib/quantities.ts'
import type { StatusTone } from '../../ui/display/status-dot.tsx'

export const STATES: Readonly<Record<ReplicaState, { label: string; tone: StatusTone }>> = {
  building: { label: 'Copying data', tone: 'accent' },
  starting: { label: 'Starting', tone: 'accent' },
  streaming: { label: 'Active', tone: 'success' },
  disconnected: { label: 'Connecting', tone: 'accent' },
  failed: { label: 'Failed', tone: 'danger' },
  sleeping: { label: 'Sleeping', tone: 'neutral' },
}

/** A sentence about how current the data of a replica is. */
export function currencyOf({ state, lag_bytes, lag_seconds }: ReadReplica): string {
  switch (state) {
    case 'building':
      return 'The data of the primary is being copied. It can be read when the copy is done.'
    case 'starting':
      return 'It can be read in a moment.'
    case 'disconnected':
      return 'It can be read, and gets no changes until it has reached the primary.'
    case 'failed':
      return 'It is tried again. Use the primary until then.'
    case 'sleeping':
      return 'It starts with the project: the next request or connection wakes both.'
    default:
      if (lag_bytes === null || lag_seconds === null) return 'It follows the primary.'
      return lag_bytes === 0
        ? 'It has every change of the primary.'
        : `It is ${formatSeconds(lag_seconds)} and ${formatBytes(lag_bytes)} behind the primary.`
  }
}

/** `0.4 s`, `12 s`, `3 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
}
