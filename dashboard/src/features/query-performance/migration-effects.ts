import type { QueryPoint } from '@stoa/contract/services/query-performance/query-performance'

const HOUR_MS = 3_600_000

export type Migration = { readonly version: string; readonly name: string | null }

/** The mean time of a query before and after a migration; null if it was not called. */
export type MigrationEffect = {
  readonly version: string
  readonly name: string | null
  /** In milliseconds. */
  readonly at: number
  readonly beforeMs: number | null
  readonly afterMs: number | null
}

const VERSION = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/

/** The time in a migration's version, undefined for a version that its author chose. */
export function timeOfVersion(version: string): number | undefined {
  const [, year, month, day, hour, minute, second] = VERSION.exec(version) ?? []
  if (year === undefined) return undefined
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

type History = {
  readonly points: readonly QueryPoint[]
  readonly step_hours: number
}

/**
 * The migrations since the first point, the newest first. The interval that a migration is in has
 * calls of both sides, so it counts for neither.
 */
export function migrationEffects(
  { points, step_hours: stepHours }: History,
  migrations: readonly Migration[],
): MigrationEffect[] {
  const first = points[0]
  if (!first) return []
  const step = stepHours * HOUR_MS
  return migrations
    .flatMap(({ version, name }) => {
      const at = timeOfVersion(version)
      if (at === undefined || at < Date.parse(first.at)) return []
      return [
        {
          version,
          name,
          at,
          beforeMs: meanOf(points.filter((point) => Date.parse(point.at) + step <= at)),
          afterMs: meanOf(points.filter((point) => Date.parse(point.at) > at)),
        },
      ]
    })
    .toSorted((a, b) => b.at - a.at)
}

function meanOf(points: readonly QueryPoint[]): number | null {
  const calls = points.reduce((sum, point) => sum + point.calls, 0)
  if (calls === 0) return null
  return points.reduce((sum, { total_ms: ms }) => sum + ms, 0) / calls
}
