import type { DataApiSettings } from '@stoa/contract/services/data-api/settings'

export type Settings = DataApiSettings & {
  /** A function of the request's schema that answers at the root in the document's place. */
  readonly db_root_spec?: string
  /** The document says that a token goes with every request. */
  readonly openapi_security_active?: boolean
}

/**
 * A project's settings as its database has them (`alter role authenticator set pgrst.…`), which
 * go before those of the project, as PostgREST reads them. What does not read is left out.
 */
export function withOwnSettings(given: Settings, own: Readonly<Record<string, string>>): Settings {
  const read = Object.entries(own).flatMap(([name, text]) => {
    const reader = READERS.get(name)
    const value = reader?.read(text)
    return reader === undefined || value === undefined ? [] : [[reader.name, value] as const]
  })
  if (read.length === 0) return given
  // Each reader gives the type of the field it names.
  const said = Object.fromEntries(read) as Partial<Settings>
  return { ...given, ...said }
}

type Reader = { readonly name: keyof Settings; readonly read: (text: string) => unknown }

const list = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const flag = (text: string) =>
  /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined

const whole = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

/** The name of a function, whose schema is the request's whatever is written before it. */
const functionName = (text: string) => text.slice(text.indexOf('.') + 1) || undefined

const oneOf =
  (...words: readonly string[]) =>
  (text: string) =>
    words.includes(text) ? text : undefined

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    'pgrst.db_schemas': { name: 'exposed_schemas', read: list },
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
