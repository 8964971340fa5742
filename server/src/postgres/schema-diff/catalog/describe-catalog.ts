import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseList } from '../../../lib/long-lists.ts'
import { createTurns } from '../../../lib/turns.ts'
import { sql } from '../../sql.ts'
import { schemaTooLarge } from '../errors.ts'
import { MAX_DEFINITION_BYTES, MAX_OBJECTS } from '../limits.ts'
import type { SchemaSource } from '../source.ts'
import * as database from './database-sql.ts'
import * as relations from './relations-sql.ts'
import * as routines from './routines-sql.ts'
import * as types from './types-sql.ts'
import type { CatalogQuery } from './scope-sql.ts'

const Properties = z.record(z.string(), z.json())

export const CatalogObject = z.object({
  kind: z.string(),
  schema: z.string().nullable(),
  /** The table or other object that it is part of. */
  parent: z.string().nullable(),
  /** With argument types, for functions. */
  name: z.string(),
  properties: Properties,
})
export type CatalogObject = z.infer<typeof CatalogObject>

/** Every object of a database by its key. */
export type Catalog = ReadonlyMap<string, CatalogObject>

const QUERIES: readonly CatalogQuery[] = [
  database.schemas,
  database.extensions,
  database.languages,
  database.foreignServers,
  database.publications,
  database.eventTriggers,
  database.defaultPrivileges,
  types.types,
  types.collations,
  types.casts,
  types.operators,
  types.textSearch,
  relations.tables,
  relations.columns,
  relations.constraints,
  relations.indexes,
  relations.sequences,
  relations.views,
  relations.statistics,
  routines.functions,
  routines.aggregates,
  routines.triggers,
  routines.policies,
  routines.rules,
]

export const keyOf = ({ kind, schema, parent, name }: Omit<CatalogObject, 'properties'>): string =>
  JSON.stringify([kind, schema, parent, name])

export const catalogOf = (objects: readonly CatalogObject[]): Catalog =>
  new Map(objects.map((object) => [keyOf(object), object]))

/**
 * Describes every object of a database with all its properties, from queries of our own: it proves
 * what another engine planned. Rejects with 409 `comparison_too_large`.
 */
export async function describeCatalog(
  source: SchemaSource,
  ignoredSchemas: readonly string[],
): Promise<Catalog> {
  await refuseLarge(source)
  const turns = createTurns()
  const objects: CatalogObject[] = []
  for (const query of QUERIES) {
    const rows = await source(query(ignoredSchemas))
    objects.push(...(await turns(parseList(rows, CatalogObject))))
  }
  return catalogOf(objects)
}

/** A short value that differs whenever two descriptions do. */
export function digestOf(catalog: Catalog): string {
  const hash = createHash('sha256')
  for (const key of [...catalog.keys()].sort())
    hash.update(`${key}\n${JSON.stringify(catalog.get(key)?.properties)}\n`)
  return hash.digest('hex')
}

const Size = z.object({ objects: z.coerce.number(), bytes: z.coerce.number() })

/** Nothing is read of a database that would fill the memory: its owner decides how large it is. */
async function refuseLarge(source: SchemaSource): Promise<void> {
  const [row] = await source(sql`
    select (
        select count(*) from pg_class where oid >= 16384 and relkind <> 't'
      ) + (
        select count(*) from pg_attribute where attrelid >= 16384 and attnum > 0
      ) + (select count(*) from pg_proc where oid >= 16384)
      + (select count(*) from pg_type where oid >= 16384)
      + (select count(*) from pg_constraint where oid >= 16384)
      + (select count(*) from pg_policy) + (select count(*) from pg_trigger where oid >= 16384)
      + (select count(*) from pg_enum where oid >= 16384) as objects,
      (select coalesce(sum(length(prosrc)), 0) from pg_proc where oid >= 16384)
      + (select coalesce(sum(length(ev_action::text)), 0) / 8 from pg_rewrite where oid >= 16384)
      + (select coalesce(sum(length(description)), 0) from pg_description where objoid >= 16384)
      + (select coalesce(sum(length(adbin::text)), 0) / 8 from pg_attrdef)
      + (select coalesce(sum(length(conbin::text)), 0) / 8 from pg_constraint where oid >= 16384)
      as bytes`)
  const { objects, bytes } = Size.parse(row)
  if (objects > MAX_OBJECTS || bytes > MAX_DEFINITION_BYTES) throw schemaTooLarge()
}
