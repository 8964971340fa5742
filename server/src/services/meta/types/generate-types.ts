import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import type { TypeLanguage } from '@stoa/contract/services/meta/types'
import type { Queryable } from '@supabase/postgrest-typegen/introspection'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import type { Session } from '../../../postgres/database.ts'
import { rawSql } from '../../../postgres/sql.ts'
import { schemaExists } from '../catalogue/schemas.ts'
import { schemaNotFound } from '../errors.ts'
import { readDatabase } from '../session.ts'
import type { TypeWriter } from './type-writer.ts'

type TypesRequest = {
  readonly language: TypeLanguage
  /** The schemas that the data API exposes, if undefined. */
  readonly schemas: readonly string[] | undefined
  /** Leaves out requested schemas that do not exist, unless none of them does. */
  readonly skipsMissing?: boolean
}

/**
 * The types of some schemas as source text. 404 `schema_not_found` for a missing schema that was
 * requested by name, or with `skipsMissing` if all of them are missing.
 */
export async function generateTypes(
  project: Project,
  writer: TypeWriter,
  { language, schemas, skipsMissing = false }: TypesRequest,
): Promise<string> {
  // Loaded on first use: the generator takes megabytes that most servers never need.
  const { introspect } = await import('@supabase/postgrest-typegen/introspection')
  const exposed = project.settings.of(dataApiSettings).exposed_schemas
  const read = await readDatabase(project, async (tx) => {
    const isStrict = schemas !== undefined && !skipsMissing
    const includedSchemas = await existing(tx, schemas ?? exposed, isStrict)
    // The generator takes an empty list for all schemas.
    if (includedSchemas.length === 0) return undefined
    return { includedSchemas, metadata: await introspect(queryable(tx), { includedSchemas }) }
  })
  if (!read) throw schemaNotFound((schemas ?? exposed).join(', '))
  const { includedSchemas, metadata } = read
  const defaultSchema = includedSchemas.includes('public') ? 'public' : (includedSchemas[0] ?? '')
  return writer.write({ language, metadata, defaultSchema })
}

/**
 * The schemas that exist. A requested schema must exist; the settings may name one that was
 * dropped.
 */
async function existing(tx: Session, names: readonly string[], isStrict: boolean) {
  const found: string[] = []
  for (const name of names) {
    if (await schemaExists(tx, name)) found.push(name)
    else if (isStrict) throw schemaNotFound(name)
  }
  return found
}

const Row = z.record(z.string(), z.unknown())

/**
 * Runs the generator's queries in our transaction one after the other, because it sends all at
 * once.
 */
function queryable(tx: Session): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query(text) {
      const next = last.then(async () => ({ rows: await tx.many(rawSql(text), Row) }))
      last = next.catch(() => undefined)
      return next
    },
  }
}
