import { RelationKind } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { invalidValue } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { ident, sql, type Sql } from '../../../postgres/sql.ts'
import { checkOid, tableNotFound } from '../catalogue/table-detail.ts'
import { readPrimaryKey } from '../catalogue/primary-key.ts'
import { EXCLUDED_SCHEMAS, HIDDEN_SCHEMAS, refuseProtectedSchema } from '../protected-schemas.ts'
import { columnWithheld, isReadable, tableWithheld, type Sight } from '../withheld.ts'
import { RELATION_KIND } from '../catalogue/sql-parts.ts'

const ShapeColumn = z.object({
  name: z.string(),
  /** Parts of the type's qualified name, which is the same whatever the search path. */
  type_schema: z.string(),
  type_name: z.string(),
  /** The name of the type, or of the type that a domain restricts, and its `typcategory`. */
  base_type: z.string(),
  category: z.string(),
  /** A length such as 160 of `varchar(160)`; null for types without. */
  max_length: z.int().nullable(),
  /** The type's values can have any length and may need truncation. */
  is_long: z.boolean(),
  is_nullable: z.boolean(),
  identity: z.enum(['always', 'by_default']).nullable(),
  is_generated: z.boolean(),
})
export type ShapeColumn = z.infer<typeof ShapeColumn>

const Shape = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: RelationKind,
  /** Reads also return rows of tables that inherit from it, to which its primary key does not apply. */
  has_heirs: z.boolean(),
  columns: z.array(ShapeColumn),
})

/** The properties of a relation that reading and writing its rows needs. */
export type TableShape = z.infer<typeof Shape> & {
  /** In key order; empty when there is none. */
  readonly primaryKey: readonly ShapeColumn[]
  /** Names of the columns that the member can't read; no other field has them. */
  readonly withheld: readonly string[]
}

/** Schemas whose rows no member needs. Some contain secrets, such as `pg_authid`. */
const CLOSED_SCHEMAS = [...HIDDEN_SCHEMAS, ...EXCLUDED_SCHEMAS]

/**
 * Reads a relation's shape as far as a member with this sight can see it. 404 `table_not_found`, 403
 * `table_withheld`.
 */
export async function readShape(
  tx: Session,
  id: number,
  sight: Sight = 'everything',
): Promise<TableShape> {
  checkOid(id)
  const shape = await tx.maybe(
    sql`
      select
        c.oid as id,
        n.nspname::text as schema,
        c.relname::text as name,
        ${RELATION_KIND} as kind,
        c.relkind = 'r' and c.relhassubclass as has_heirs,
        coalesce(
          (
            select json_agg(
              json_build_object(
                'name', a.attname,
                'type_schema', tn.nspname,
                'type_name', t.typname,
                'base_type', case when t.typtype = 'd' then pg_catalog.format_type(t.typbasetype, null) else t.typname end,
                'category', t.typcategory,
                'max_length', case
                  when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4
                  then a.atttypmod - 4
                end,
                'is_long', t.typlen < 0,
                'is_nullable', not a.attnotnull,
                'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by_default' end,
                'is_generated', a.attgenerated <> ''
              )
              order by a.attnum
            )
            from pg_attribute a
            join pg_type t on t.oid = a.atttypid
            join pg_namespace tn on tn.oid = t.typnamespace
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          ),
          '[]'
        ) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.oid = ${String(id)}::oid
        and c.relkind in ('r', 'v', 'm', 'f', 'p')
        and n.nspname <> all (${CLOSED_SCHEMAS}::name[])
        and n.nspname !~ '^pg_(toast_)?temp_'`,
    Shape,
  )
  if (!shape) throw tableNotFound()
  const columns = shape.columns.filter(({ name }) => isReadable(shape, name, sight))
  if (columns.length === 0 && shape.columns.length > 0) throw tableWithheld(shape)
  const key = await readPrimaryKey(tx, id)
  return {
    ...shape,
    columns,
    primaryKey: key.flatMap((name) => columns.find((column) => column.name === name) ?? []),
    withheld: shape.columns.flatMap(({ name }) => (isReadable(shape, name, sight) ? [] : [name])),
  }
}

/** Same as above, for a change of its rows; 403 `schema_protected` for a table of the platform. */
export async function readWritableShape(tx: Session, id: number): Promise<TableShape> {
  const shape = await readShape(tx, id)
  refuseProtectedSchema(
    shape.schema,
    'Use the API of the service that owns the table, or the SQL editor.',
  )
  return shape
}

/** The relation's qualified name. */
export const tableSql = (table: TableShape): Sql => ident(table.schema, table.name)

/**
 * A value bound as the column's type without its modifier: an explicit cast to `varchar(3)` would
 * silently truncate a longer text, where assignment rejects it. 400 `invalid_value` for half of a
 * surrogate pair, which would be stored as another character.
 */
export function bindAs(column: ShapeColumn, value: string | null): Sql {
  if (value?.isWellFormed() === false)
    throw invalidValue(
      `${column.name}: the text contains an invalid character (half of a surrogate pair).`,
      'Remove the character, or type it again: it may be one half of an emoji.',
      { column: column.name },
    )
  return sql`${value}::${ident(column.type_schema, column.type_name)}`
}

/** A column by its name. 400 `unknown_column`, 403 `column_withheld`. */
export function findColumn(table: TableShape, name: string): ShapeColumn {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (column) return column
  if (table.withheld.includes(name)) throw columnWithheld(table, name)
  throw new AppError('unknown_column', `${table.name} has no column ${JSON.stringify(name)}.`, {
    status: 400,
    hint: 'The table may have changed. Reload it.',
    details: { column: name },
  })
}
