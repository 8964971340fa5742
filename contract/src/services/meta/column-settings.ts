import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, byTable, Identifier } from './params.ts'

export const Collation = z.object({ schema: Identifier, name: Identifier })
export type Collation = z.infer<typeof Collation>

/** How Postgres stores values that are too long for a page. */
export const ColumnStorage = z.enum(['plain', 'external', 'extended', 'main'])
export const ColumnCompression = z.enum(['default', 'pglz', 'lz4'])

const Expression = z.string().min(1).max(10_000)

/** A value that Postgres computes: on each write, or on each read. */
export const Generation = z.object({ kind: z.enum(['stored', 'virtual']), expression: Expression })
export type Generation = z.infer<typeof Generation>

const MOST_STATISTICS = 10_000

/** The number of values that ANALYZE keeps of a column; null for the server's default. */
export const StatisticsTarget = z.int().min(0).max(MOST_STATISTICS).nullable()

/** The settings of a column that only its form shows. */
export const ColumnSettings = z.object({
  /** Null for the default of its type. */
  collation: Collation.nullable(),
  storage: ColumnStorage,
  compression: ColumnCompression,
  statistics: StatisticsTarget,
  generated: Generation.nullable(),
})
export type ColumnSettings = z.infer<typeof ColumnSettings>

export const byColumn = byTable.extend({ position: z.coerce.number().int() })

export const getColumnSettings = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:read',
  params: byColumn,
  response: ColumnSettings,
})

/** The choices that depend on the server's version and on what is installed. */
export const getColumnOptions = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/column-options',
  access: 'database:read',
  params: byRef,
  response: z.object({
    collations: z.array(Collation),
    has_virtual_columns: z.boolean(),
    can_change_generation: z.boolean(),
  }),
})
