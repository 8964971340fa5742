import { validationFailed } from '../errors.ts'

const UNIT_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ns: 1e-6,
    us: 1e-3,
    µs: 1e-3,
    ms: 1,
    s: 1000,
    m: 60_000,
    h: 3_600_000,
  }),
)
/** About three centuries, the longest duration in GoTrue. */
const MAX_MS = 292 * 365.25 * 24 * 3_600_000

/** The end of a ban such as `24h` or `1h30m` that starts at `now`; null for `none`, else 400. */
export function bannedUntil(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  if (duration.length > 100 || !/^\+?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(duration))
    throw validationFailed(`invalid format for ban duration: ${duration.slice(0, 100)}`)
  const span = [
    ...duration.replace('+', '').matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy),
  ].reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS.get(unit ?? '') ?? 0), 0)
  if (span > MAX_MS) throw validationFailed('invalid format for ban duration: too long')
  return new Date(now.getTime() + span)
}
