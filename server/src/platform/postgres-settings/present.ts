import { findComputeSize, type ComputeSizeId } from '@stoa/contract/catalog/compute-sizes'
import { POSTGRES_SETTING_NAMES, postgresSetting } from '@stoa/contract/catalog/postgres-settings'
import type {
  ManagedPostgresSettings,
  PostgresParameter,
  PostgresSettings,
} from '@stoa/contract/platform/postgres-settings'
import { sizeSettings } from '../../fleet/compute/size-settings.ts'
import type { Fleet } from '../../fleet/port.ts'
import { rangeOf } from './ranges.ts'

type ShownFor = {
  readonly running: ReturnType<Fleet['confState']>
  readonly memoryBytes: number
  /** Null for a project without a compute size. */
  readonly computeSize: ComputeSizeId | null
}

/**
 * The settings with their ranges, and whether the running database has them. A compute size has
 * defaults of its own.
 */
export const toParameters = (
  values: PostgresSettings,
  { running, memoryBytes, computeSize }: ShownFor,
): PostgresParameter[] => {
  const size = findComputeSize(computeSize)
  const sizeDefaults = size ? sizeSettings(size) : {}
  return POSTGRES_SETTING_NAMES.map((name) => {
    const {
      kind,
      description,
      defaultValue,
      canBeZero = false,
      needsRestart,
    } = postgresSetting(name)
    const range = rangeOf(name, memoryBytes)
    return {
      name,
      kind,
      description,
      value: values[name],
      default_value: valueOf(kind, sizeDefaults[name]) ?? defaultValue,
      min: range?.min ?? null,
      max: range?.max ?? null,
      can_be_zero: canBeZero,
      needs_restart: needsRestart,
      is_pending:
        needsRestart && running !== undefined && running.startedWith[name] !== values[name],
    }
  })
}

/** The value of a line of Postgres's configuration; undefined if there is none. */
const valueOf = (kind: PostgresParameter['kind'], text: string | undefined) =>
  kind === 'count' && text !== undefined ? Number(text) : text

/** The settings that are not the default, in the shape of the Management API. */
export const toManaged = (values: PostgresSettings): ManagedPostgresSettings =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
