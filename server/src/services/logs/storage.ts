import type { LogParts } from '../../logs/index.ts'

/** How long and how much is kept of a project's logs. */
export type Retention = { readonly days: number; readonly bytes: number }

export async function readStorage(
  { store }: Pick<LogParts, 'store'>,
  ref: string,
  { days, bytes }: Retention,
) {
  const { bytes: used, oldest, dropped, damaged } = await store.storage(ref)
  return {
    bytes: used,
    max_bytes: bytes,
    retention_days: days,
    oldest: oldest === undefined ? null : new Date(oldest).toISOString(),
    dropped,
    damaged_files: damaged,
  }
}
