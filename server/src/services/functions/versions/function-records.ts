import { functionNotFound, versionNotFound } from '../errors.ts'
import { MAX_KEPT_VERSIONS } from './limits.ts'
import { NOT_ACTIVE } from './next-record.ts'
import type { FunctionRecord, Records, VersionRecord } from './records.ts'

/** A function that has been deployed. */
export type ActiveFunction = { readonly record: FunctionRecord; readonly version: VersionRecord }

export type FunctionChange = {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly verifyJwt?: boolean | undefined
}

/** A version to activate, with other changes in the same step. */
export type Activation = FunctionChange & { readonly slug: string; readonly version: number }

/** The records with the function added or replaced. */
export function withFunction(records: Records, record: FunctionRecord): Records {
  const others = records.functions.filter((entry) => entry.id !== record.id)
  return { ...records, functions: [...others, record] }
}

/** The functions that callers can reach. */
export const activeFunctions = ({ functions }: Records): readonly ActiveFunction[] =>
  functions.filter(isActive).map(activeOf)

export function activeOf(record: FunctionRecord): ActiveFunction {
  return { record, version: requireVersion(record, record.active) }
}

/** Throws 404 `edge_function_not_found`. */
export function findFunction({ functions }: Records, slug: string): ActiveFunction {
  const record = functions.find((entry) => entry.slug === slug && isActive(entry))
  if (record) return activeOf(record)
  throw functionNotFound()
}

/** The fields that a change sets. */
export const changesOf = ({ name, description, verifyJwt }: FunctionChange) => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(verifyJwt !== undefined && { verifyJwt }),
})

/** A function of which no version was ever activated does not exist for anybody but the deployer. */
const isActive = ({ active }: FunctionRecord): boolean => active !== NOT_ACTIVE

/** Throws 404 `version_not_found`. */
export function requireVersion(record: FunctionRecord, number: number): VersionRecord {
  const version = record.versions.find((entry) => entry.version === number)
  if (version) return version
  throw versionNotFound(number, MAX_KEPT_VERSIONS)
}

/** The records after all activations, and the functions as they are then. Throws if one is not possible. */
export function activate(
  records: Records,
  activations: readonly Activation[],
  at: number,
): readonly [Records, readonly ActiveFunction[]] {
  let next = records
  const activated = activations.map(({ slug, version, ...given }) => {
    const record = next.functions.find((entry) => entry.slug === slug)
    if (!record) throw functionNotFound()
    requireVersion(record, version)
    const changed = { ...record, ...changesOf(given), active: version, updatedAt: at }
    next = withFunction(next, changed)
    return activeOf(changed)
  })
  return [next, activated]
}
