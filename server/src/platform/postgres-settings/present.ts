import { POSTGRES_SETTING_NAMES, postgresSetting } from '@stoa/contract/catalog/postgres-settings'
import type {
  ManagedPostgresSettings,
  PostgresParameter,
  PostgresSettings,
} from '@stoa/contract/platform/postgres-settings'
import type { Fleet } from '../../fleet/port.ts'
import { rangeOf } from './ranges.ts'

/** The settings with their ranges, and whether the running database has them. */
export const toParameters = (
  values: PostgresSettings,
  { running, memoryBytes }: { running: ReturnType<Fleet['confState']>; memoryBytes: number },
): PostgresParameter[] =>
  POSTGRES_SETTING_NAMES.map((name) => {
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
      default_value: defaultValue,
      min: range?.min ?? null,
      max: range?.max ?? null,
      can_be_zero: canBeZero,
      needs_restart: needsRestart,
      is_pending:
        needsRestart && running !== undefined && running.startedWith[name] !== values[name],
    }
  })

/** The settings that are not the default, in the shape of the Management API. */
export const toManaged = (values: PostgresSettings): ManagedPostgresSettings =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
