import { MAX_KEPT_VERSIONS } from './limits.ts'
import type { FunctionRecord, VersionRecord } from './records.ts'

/** Versions are numbered from 1. */
export const NOT_ACTIVE = 0

type NewVersion = Pick<FunctionRecord, 'id' | 'slug'> & {
  readonly version: VersionRecord
  /** Whether calls go to the new version at once. */
  readonly isActivated: boolean
  /** Applied with the activation. */
  readonly changes: Partial<Pick<FunctionRecord, 'name' | 'description' | 'verifyJwt'>>
  readonly at: number
}

/** The record of a function after a deployment, and the old versions that it drops. */
export function nextRecord(
  before: FunctionRecord | undefined,
  { id, slug, version, isActivated, changes, at }: NewVersion,
): { readonly record: FunctionRecord; readonly dropped: readonly VersionRecord[] } {
  const active = isActivated ? version.version : (before?.active ?? NOT_ACTIVE)
  const all = [...(before?.versions ?? []), version]
  const kept = all.filter(
    (each, index) => index >= all.length - MAX_KEPT_VERSIONS || each.version === active,
  )
  const record: FunctionRecord = {
    id,
    slug,
    name: before?.name ?? slug,
    description: before?.description ?? '',
    verifyJwt: before?.verifyJwt ?? true,
    createdAt: before?.createdAt ?? at,
    updatedAt: before?.updatedAt ?? at,
    ...(isActivated && { ...changes, updatedAt: at }),
    active,
    lastVersion: version.version,
    versions: kept,
  }
  return { record, dropped: all.filter((old) => !kept.includes(old)) }
}
