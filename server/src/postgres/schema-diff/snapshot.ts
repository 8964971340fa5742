import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '../database.ts'
import {
  CatalogObject,
  catalogOf,
  describeCatalog,
  type Catalog,
} from './catalog/describe-catalog.ts'
import { withEngine } from './engine/engine.ts'
import { readSchema } from './source.ts'

/** The schema of a database at one moment: the base of a later merge. */
export type SchemaSnapshot = {
  readonly catalog: Catalog
  /** The same state as the engine stores it. */
  readonly facts: string
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Many times the text of the largest database that can be compared. */
const MAX_SNAPSHOT_BYTES = 256_000_000

export const takeSnapshot = (
  database: Database,
  ignoredSchemas: readonly string[],
): Promise<SchemaSnapshot> =>
  withEngine({ ignoredSchemas }, (engine) =>
    readSchema(database, async (reader) => {
      const catalog = await describeCatalog(reader, ignoredSchemas)
      await engine.read('source', reader)
      return { catalog, facts: await engine.snapshot('source') }
    }),
  )

const Stored = z.object({ catalog: z.array(CatalogObject), facts: z.string() })

/** The bytes that are stored; a schema of 300 tables takes about 200 kB. */
export const packSnapshot = ({ catalog, facts }: SchemaSnapshot): Promise<Buffer> =>
  compress(JSON.stringify({ catalog: [...catalog.values()], facts }))

export async function unpackSnapshot(bytes: Buffer): Promise<SchemaSnapshot> {
  const text = await decompress(bytes, { maxOutputLength: MAX_SNAPSHOT_BYTES })
  const { catalog, facts } = Stored.parse(JSON.parse(text.toString()))
  return { catalog: catalogOf(catalog), facts }
}
