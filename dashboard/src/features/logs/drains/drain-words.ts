import type { LogDrain, LogDrainType } from '@stoa/contract/services/logs/drains'
import type { StatusTone } from '../../../ui/display/status-dot.tsx'

export const DRAIN_TYPES: readonly {
  readonly value: LogDrainType
  readonly label: string
  readonly description: string
}[] = [
  { value: 'webhook', label: 'HTTP endpoint', description: 'POST requests with JSON' },
  { value: 'otlp', label: 'OpenTelemetry', description: 'OTLP over HTTP with JSON' },
  { value: 'datadog', label: 'Datadog', description: 'Log intake of a Datadog site' },
  { value: 'loki', label: 'Loki', description: 'Push API of Grafana Loki' },
  { value: 'sentry', label: 'Sentry', description: 'Logs of a Sentry project' },
  { value: 's3', label: 'S3 bucket', description: 'Compressed files in any S3-compatible bucket' },
  { value: 'syslog', label: 'Syslog', description: 'RFC 5424 over TCP or TLS' },
]

export const typeLabel = (type: LogDrainType): string =>
  DRAIN_TYPES.find(({ value }) => value === type)?.label ?? type

type Delivery = LogDrain['delivery']

export const STATES: Readonly<Record<Delivery['state'], { label: string; tone: StatusTone }>> = {
  active: { label: 'Active', tone: 'success' },
  failing: { label: 'Failing', tone: 'danger' },
  paused: { label: 'Paused', tone: 'neutral' },
}

const REASONS: Readonly<Record<NonNullable<Delivery['paused_reason']>, string>> = {
  member: 'Paused by a member',
  failures: 'Paused after 3 days of failures',
  plan: 'Paused: the plan does not include log drains',
}

/** A sentence about the state of a drain; undefined if there is nothing to say. */
export function stateNote({ state, paused_reason: reason, last_error: error }: Delivery) {
  if (state === 'paused') return reason === null ? undefined : REASONS[reason]
  return state === 'failing' ? (error ?? undefined) : undefined
}

/** A delay below this is the time in which a batch is collected and sent. */
const USUAL_LAG_MS = 10_000

/** How far the newest event that was sent is behind, as `3 min`. */
export function lagText({ lag_ms: lag }: Delivery): string | undefined {
  if (lag === null || lag < USUAL_LAG_MS) return undefined
  const seconds = Math.round(lag / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
