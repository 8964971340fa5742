/** The spans of statistics, by their hours. */
export const SPANS = [
  { value: '1h', label: '1 hour', hours: 1 },
  { value: '24h', label: '24 hours', hours: 24 },
  { value: '7d', label: '7 days', hours: 24 * 7 },
  { value: '30d', label: '30 days', hours: 24 * 30 },
  { value: '90d', label: '90 days', hours: 24 * 90 },
] as const
export type Span = (typeof SPANS)[number]['value']

const DEFAULT = SPANS[1]

/** The span with this name, otherwise a day. */
export const spanOf = (name: string | undefined) =>
  SPANS.find(({ value }) => value === name) ?? DEFAULT

/** The spans that the plan keeps, at least in part. A day is always one. */
export const spansWithin = (days: number) =>
  SPANS.filter(({ hours }, index) => index < 2 || (SPANS[index - 1]?.hours ?? hours) < days * 24)
