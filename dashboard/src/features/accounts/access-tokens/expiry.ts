const DAY_MS = 24 * 3600 * 1000

/** How long a new token can be valid. */
export const EXPIRIES = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never expires' },
] as const
export type Expiry = (typeof EXPIRIES)[number]['value']

/** The expiry of a token that is created now; null for one that does not expire. */
export const endOf = (expiry: Expiry, now: Date): string | null =>
  expiry === 'never' ? null : new Date(now.getTime() + Number(expiry) * DAY_MS).toISOString()
