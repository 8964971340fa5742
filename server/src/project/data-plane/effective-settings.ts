import { dataApiSettings, type DataApiSettings } from '@stoa/contract/services/data-api/settings'
import type { Project } from '../project.ts'
import type { DatabaseSettings } from './database-settings.ts'

/** The data API settings, including those that can only be set in the database. */
export type EffectiveSettings = DataApiSettings & {
  /** A function in the request's schema that replaces the OpenAPI document at the root path. */
  readonly db_root_spec?: string
  /** Whether the OpenAPI document declares that every request needs a token. */
  readonly openapi_security_active?: boolean
}

/**
 * A project's data API settings, overridden by the settings in its database. The result is the same
 * object until either changes.
 */
export function createEffectiveSettings(project: Project) {
  let known:
    | {
        readonly given: DataApiSettings
        readonly own: DatabaseSettings
        readonly all: EffectiveSettings
      }
    | undefined
  return (own: DatabaseSettings): EffectiveSettings => {
    const given = project.settings.of(dataApiSettings)
    if (known?.given !== given || known.own !== own)
      known = { given, own, all: withDatabaseSettings(given, own) }
    return known.all
  }
}

/** Database settings override project settings, as in PostgREST. Invalid values are ignored. */
export function withDatabaseSettings(
  given: DataApiSettings,
  own: DatabaseSettings,
): EffectiveSettings {
  const read = Object.entries(own).flatMap(([name, text]) => {
    const reader = READERS.get(name)
    const value = reader?.read(text)
    return reader === undefined || value === undefined ? [] : [[reader.name, value] as const]
  })
  if (read.length === 0) return given
  // Each reader returns the type of the field of the same name.
  const said = Object.fromEntries(read) as Partial<EffectiveSettings>
  return { ...given, ...said }
}

type Reader = { readonly name: keyof EffectiveSettings; readonly read: (text: string) => unknown }

const list = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Without a schema there is nothing to serve, so an empty list does not override the project's. */
const filledList = (text: string) => {
  const names = list(text)
  return names.length === 0 ? undefined : names
}

const flag = (text: string) =>
  /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined

const whole = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** The name of a function without its schema: the request's schema is used. */
const functionName = (text: string) => text.slice(text.indexOf('.') + 1) || undefined

const oneOf =
  (...words: readonly string[]) =>
  (text: string) =>
    words.includes(text) ? text : undefined

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    'pgrst.db_schemas': { name: 'exposed_schemas', read: filledList },
    'pgrst.db_extra_search_path': { name: 'extra_search_path', read: list },
    'pgrst.db_max_rows': { name: 'max_rows', read: whole },
    'pgrst.db_aggregates_enabled': { name: 'db_aggregates_enabled', read: flag },
    'pgrst.db_plan_enabled': { name: 'db_plan_enabled', read: flag },
    'pgrst.db_pre_request': { name: 'db_pre_request', read: (text) => text },
    'pgrst.db_tx_end': {
      name: 'db_tx_end',
      read: oneOf('commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'),
    },
    'pgrst.server_timing_enabled': { name: 'server_timing_enabled', read: flag },
    'pgrst.db_root_spec': { name: 'db_root_spec', read: functionName },
    'pgrst.openapi_security_active': { name: 'openapi_security_active', read: flag },
    'pgrst.openapi_mode': {
      name: 'openapi_mode',
      read: oneOf('follow-privileges', 'ignore-privileges', 'disabled'),
    },
  }),
)
