import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import {
  StorageParameter,
  StorageValue,
  type ReplicaIdentity,
  type TableSettings,
} from '@stoa/contract/services/meta/table-settings'

/** The settings of a table as edited in a form. */
export type SettingsDraft = {
  owner: string
  isLogged: boolean
  identity: ReplicaIdentity['kind']
  /** The index that identifies rows. */
  index: string
  /** Texts by storage parameter; empty for the default. */
  parameters: Record<StorageParameter, string>
}

const NAMES = StorageParameter.options

export const draftOf = (settings: TableSettings): SettingsDraft => ({
  owner: settings.owner,
  isLogged: settings.is_logged ?? true,
  identity: settings.replica_identity.kind,
  index: settings.replica_identity.kind === 'index' ? settings.replica_identity.index : '',
  parameters: Object.fromEntries(
    NAMES.map((name) => [
      name,
      settings.parameters.find((parameter) => parameter.name === name)?.value ?? '',
    ]),
  ) as SettingsDraft['parameters'],
})

type SettingsChange = Extract<ObjectChange, { kind: 'set_table_settings' }>

/** The change from the settings to a draft; undefined if nothing differs. */
export function changeOf(
  { schema, name }: Pick<TableDetail, 'schema' | 'name'>,
  before: SettingsDraft,
  draft: SettingsDraft,
): SettingsChange | undefined {
  const changed = NAMES.filter(
    (parameter) => before.parameters[parameter] !== draft.parameters[parameter].trim(),
  )
  const isSet = (parameter: StorageParameter) => draft.parameters[parameter].trim() !== ''
  const isIdentityChanged =
    draft.identity !== before.identity ||
    (draft.identity === 'index' && draft.index !== before.index)
  const change: SettingsChange = {
    kind: 'set_table_settings',
    table: { schema, name },
    set: changed
      .filter(isSet)
      .map((parameter) => ({ name: parameter, value: draft.parameters[parameter].trim() })),
    reset: changed.filter((parameter) => !isSet(parameter)),
    ...(draft.isLogged !== before.isLogged && { is_logged: draft.isLogged }),
    ...(isIdentityChanged && { replica_identity: identityOf(draft) }),
    ...(draft.owner !== before.owner && { owner: draft.owner }),
  }
  const isEmpty = changed.length === 0 && !('is_logged' in change)
  return isEmpty && !isIdentityChanged && draft.owner === before.owner ? undefined : change
}

const identityOf = ({ identity, index }: SettingsDraft): ReplicaIdentity =>
  identity === 'index' ? { kind: 'index', index } : { kind: identity }

/** The first problem of the values of storage parameters. */
export function parametersProblem(parameters: SettingsDraft['parameters']): string | undefined {
  const wrong = NAMES.find((name) => {
    const value = parameters[name].trim()
    return value !== '' && !StorageValue.safeParse(value).success
  })
  return wrong && `${wrong} needs a number, on or off.`
}

export const PARAMETER_GROUPS: readonly {
  readonly title: string
  readonly names: readonly StorageParameter[]
}[] = [
  { title: 'Storage', names: ['fillfactor', 'toast_tuple_target', 'parallel_workers'] },
  {
    title: 'Vacuum',
    names: NAMES.filter((name) => name.includes('vacuum') && !name.includes('analyze')),
  },
  { title: 'Analyze', names: NAMES.filter((name) => name.includes('analyze')) },
]

/** The short meaning of a storage parameter, or its unit. */
export const PARAMETER_TEXTS: Readonly<Record<StorageParameter, string>> = {
  fillfactor: 'Percent of each page that inserts fill, 10 to 100',
  toast_tuple_target: 'Bytes from which long values are stored apart',
  parallel_workers: 'Maximum workers of one scan',
  vacuum_index_cleanup: 'auto, on or off',
  vacuum_truncate: 'on or off',
  autovacuum_enabled: 'on or off',
  autovacuum_vacuum_threshold: 'Dead rows',
  autovacuum_vacuum_scale_factor: 'Dead rows as part of the table, 0.2 for 20%',
  autovacuum_vacuum_insert_threshold: 'Inserted rows',
  autovacuum_vacuum_insert_scale_factor: 'Inserted rows as part of the table',
  autovacuum_analyze_threshold: 'Changed rows',
  autovacuum_analyze_scale_factor: 'Changed rows as part of the table, 0.1 for 10%',
  autovacuum_vacuum_cost_delay: 'Milliseconds of each pause',
  autovacuum_vacuum_cost_limit: 'Cost between two pauses',
  autovacuum_freeze_min_age: 'Transactions',
  autovacuum_freeze_max_age: 'Transactions',
  autovacuum_freeze_table_age: 'Transactions',
  log_autovacuum_min_duration: 'Milliseconds; -1 logs nothing',
}
