import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import type { TypeLanguage } from '@stoa/contract/services/types'
import type { Queryable } from '@supabase/postgrest-typegen/introspection'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import type { Session } from '../../../postgres/database.ts'
import { rawSql } from '../../../postgres/sql.ts'
import { schemaExists } from '../catalogue/schemas.ts'
import { schemaNotFound } from '../errors.ts'
import { readDatabase } from '../session.ts'
import type { TypeWriter } from './type-writer.ts'

type Wanted = {
  readonly language: TypeLanguage
  /** Those that the data API exposes when undefined. */
  readonly schemas: readonly string[] | undefined
}

/** The types of some schemas as source text; 404 `schema_not_found` for one that is asked for by name. */
export async function generateTypes(
  project: Project,
  writer: TypeWriter,
  { language, schemas }: Wanted,
): Promise<string> {
  // Loaded when somebody asks: the generator is megabytes that most servers never need.
  const { introspect } = await import('@supabase/postgrest-typegen/introspection')
  const exposed = project.settings.of(dataApiSettings).exposed_schemas
  const read = await readDatabase(project, async (tx) => {
    const includedSchemas = await existing(tx, schemas ?? exposed, schemas !== undefined)
    // An empty list would stand for every schema there is.
    if (includedSchemas.length === 0) return undefined
    return { includedSchemas, metadata: await introspect(queryable(tx), { includedSchemas }) }
  })
  if (!read) throw schemaNotFound(exposed.join(', '))
  const { includedSchemas, metadata } = read
  const defaultSchema = includedSchemas.includes('public') ? 'public' : (includedSchemas[0] ?? '')
  return writer.write({ language, metadata, defaultSchema })
}

/** The schemas that are there. One that was asked for by name has to be; the settings may name one that is gone. */
async function existing(tx: Session, names: readonly string[], isStrict: boolean) {
  const found: string[] = []
  for (const name of names) {
    if (await schemaExists(tx, name)) found.push(name)
    else if (isStrict) throw schemaNotFound(name)
  }
  return found
}

const Row = z.record(z.string(), z.unknown())

/** The generator's reads in our transaction, one after the other: it asks all at once. */
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
