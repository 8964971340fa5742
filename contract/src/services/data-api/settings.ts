import { z } from 'zod'
import { settingsSection, type SettingsOf } from '../../settings-section.ts'

/** How a request's transaction ends, and whether `Prefer: tx=` can override that. */
export const TransactionEnd = z.enum([
  'commit',
  'commit-allow-override',
  'rollback',
  'rollback-allow-override',
])
export type TransactionEnd = z.infer<typeof TransactionEnd>

/** Whether the OpenAPI document lists what the caller has privileges on, everything, or nothing. */
export const OpenApiMode = z.enum(['follow-privileges', 'ignore-privileges', 'disabled'])
export type OpenApiMode = z.infer<typeof OpenApiMode>

/** A function name that needs no quotes in SQL, optionally with its schema, or an empty string. */
export const PreRequestName = z
  .string()
  .max(127)
  .regex(
    /^(?:[\p{L}_][\p{L}\p{N}_$]{0,62}(?:\.[\p{L}_][\p{L}\p{N}_$]{0,62})?)?$/u,
    'Enter a function name with its schema, in letters, digits and underscores: private.check_request',
  )

/** How REST and GraphQL serve a project's schemas. */
export const dataApiSettings = settingsSection({
  name: 'data_api',
  fields: {
    /** When off, every request to the Data API is rejected with `data_api_disabled`. */
    enabled: z.boolean(),
    exposed_schemas: z.array(z.string().min(1).max(63)).max(50),
    extra_search_path: z.array(z.string().min(1).max(63)).max(50),
    max_rows: z.int().min(1).max(1_000_000),
    /** Allows `sum()` etc. in `select`. Off because an aggregate can read a whole table. */
    db_aggregates_enabled: z.boolean(),
    /** Allows execution plans (`application/vnd.pgrst.plan`), which reveal database internals. */
    db_plan_enabled: z.boolean(),
    /** The function that runs first in every request's transaction; empty for none. */
    db_pre_request: PreRequestName,
    db_tx_end: TransactionEnd,
    server_timing_enabled: z.boolean(),
    openapi_mode: OpenApiMode,
  },
  defaults: {
    enabled: true,
    exposed_schemas: ['public'],
    extra_search_path: ['public', 'extensions'],
    max_rows: 1000,
    db_aggregates_enabled: false,
    db_plan_enabled: false,
    db_pre_request: '',
    db_tx_end: 'commit',
    server_timing_enabled: false,
    openapi_mode: 'follow-privileges',
  },
})
export type DataApiSettings = SettingsOf<typeof dataApiSettings>
