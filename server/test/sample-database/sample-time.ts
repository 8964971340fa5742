const MINUTE_MS = 60_000

/** The date `days` days after `day`, such as `1995-03-02`. */
export const dayAfter = (day: string, days: number): string =>
  minuteAfter(day, days * 24 * 60).slice(0, 10)

/** The time `minutes` minutes after the start of `day`, such as `1995-03-01T08:15Z`. */
export const minuteAfter = (day: string, minutes: number): string =>
  `${new Date(Date.parse(`${day}T00:00Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16)}Z`
