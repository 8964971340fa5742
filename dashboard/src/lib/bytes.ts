const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/** A size for people: `formatBytes(1536)` is `1.5 KB`. Units from bytes to YB in steps of 1024. */
export function formatBytes(bytes: number, decimals = 2): string {
  if (!Number.isFinite(bytes) || bytes === 0) return '0 bytes'
  const size = Math.abs(bytes)
  const exponent = Math.min(Math.floor(Math.log(size) / Math.log(1024)), UNITS.length - 1)
  const step = Math.max(exponent, 0)
  const value = Number((bytes / 1024 ** step).toFixed(decimals))
  return `${value} ${UNITS[step]}`
}
