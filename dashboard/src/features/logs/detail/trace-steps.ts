import type { LogEvent } from '../../../data/resources/services/logs/events.ts'

export type TraceStep = {
  readonly event: LogEvent
  /** Milliseconds from the start of the request to the start of the step. */
  readonly offsetMs: number
  /** Where its bar begins, and its length, in percent of the request. */
  readonly left: number
  readonly width: number
}

/**
 * The events of a request on a line of time. An event is logged when it ends, so one with a duration
 * began that much earlier.
 */
export function stepsOf(events: readonly LogEvent[]): {
  steps: readonly TraceStep[]
  totalMs: number
} {
  const spans = events
    .map((event) => {
      const end = event.timestamp / 1000
      return { event, start: end - (event.duration_ms ?? 0), end }
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
  const start = Math.min(...spans.map((span) => span.start))
  const totalMs = Math.max(0, ...spans.map((span) => span.end - start))
  const percent = (ms: number) => (totalMs === 0 ? 0 : (ms / totalMs) * 100)
  return {
    totalMs,
    steps: spans.map((span) => ({
      event: span.event,
      offsetMs: span.start - start,
      left: Math.min(99, percent(span.start - start)),
      width: percent(span.end - span.start),
    })),
  }
}
