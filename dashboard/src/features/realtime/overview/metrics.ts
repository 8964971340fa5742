import { formatCount } from '../../../lib/quantities.ts'
import type { Chart } from '../../../ui/chart/chart.ts'
import type { Point } from './points.ts'

type Metric = {
  label: string
  description: string
  tone: 'accent' | 'danger'
  valueOf: (point: Point) => number
  /** The value for the whole period. */
  sumOf: (points: readonly Point[], now: { clients: number; channels: number }) => number
  format: (value: number) => string
  /** Whether `sumOf` is the value at this moment instead of that of the period. */
  isCurrent?: boolean
}

const total = (valueOf: (point: Point) => number) => (points: readonly Point[]) =>
  points.reduce((sum, point) => sum + valueOf(point), 0)

const counted = (
  label: string,
  description: string,
  valueOf: (point: Point) => number,
  tone: Metric['tone'] = 'accent',
): Metric => ({
  label,
  description,
  tone,
  valueOf,
  sumOf: total(valueOf),
  format: formatCount,
})

const meanJoin = (milliseconds: number, joins: number) =>
  joins === 0 ? 0 : Math.round(milliseconds / joins)

const GROUPS: readonly { title: string; metrics: readonly Metric[] }[] = [
  {
    title: 'Connections',
    metrics: [
      {
        label: 'Clients',
        description: 'Open WebSocket connections',
        tone: 'accent',
        valueOf: ({ clients }) => clients,
        sumOf: (_, { clients }) => clients,
        format: formatCount,
        isCurrent: true,
      },
      {
        label: 'Channels',
        description: 'Channels that clients have joined',
        tone: 'accent',
        valueOf: ({ channels }) => channels,
        sumOf: (_, { channels }) => channels,
        format: formatCount,
        isCurrent: true,
      },
      counted('Joins', 'Channels joined', ({ joins }) => joins),
      {
        label: 'Join time',
        description: 'Average time to join a channel',
        tone: 'accent',
        valueOf: ({ join_ms, joins }) => meanJoin(join_ms, joins),
        sumOf: (points) =>
          meanJoin(total(({ join_ms }) => join_ms)(points), total(({ joins }) => joins)(points)),
        format: (milliseconds) => `${formatCount(milliseconds)} ms`,
      },
    ],
  },
  {
    title: 'Messages',
    metrics: [
      counted('Received', 'Messages that clients sent', ({ messages }) => messages),
      counted(
        'Delivered',
        'Broadcasts and presence, once per client',
        ({ deliveries }) => deliveries,
      ),
      counted('Presence', 'Presence states that changed', ({ presences }) => presences),
      counted('Changes', 'Database changes delivered, once per client', ({ changes }) => changes),
    ],
  },
  {
    title: 'Problems',
    metrics: [
      counted(
        'Rejected',
        'Rejected connections, joins and messages',
        ({ refusals }) => refusals,
        'danger',
      ),
      counted(
        'Errors',
        'Failed channels and slow clients disconnected',
        ({ errors }) => errors,
        'danger',
      ),
    ],
  },
]

/** The charts of a period. Each group of metrics has one scale, except for the time of joins. */
export const chartsOf = (
  points: readonly Point[],
  now: { clients: number; channels: number },
): readonly Chart[] =>
  GROUPS.flatMap(({ title, metrics }) =>
    metrics.map((metric) => ({
      label: metric.label,
      description: metric.description,
      series: [{ name: metric.label, tone: metric.tone, values: points.map(metric.valueOf) }],
      format: metric.format,
      total: metric.format(metric.sumOf(points, now)) + (metric.isCurrent ? ' now' : ''),
      ...(metric.format === formatCount && { scale: title, isCount: true }),
    })),
  )
