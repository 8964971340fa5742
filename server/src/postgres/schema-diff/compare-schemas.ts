import type { Database } from '../database.ts'
import {
  compareCatalogs,
  mergeCatalogs,
  type CatalogConflict,
  type CatalogDifference,
} from './catalog/compare-catalogs.ts'
import { describeCatalog, digestOf, type Catalog } from './catalog/describe-catalog.ts'
import type { SchemaSnapshot } from './snapshot.ts'
import { readSchema } from './source.ts'

type ComparisonRequest = {
  readonly source: Database
  readonly target: Database
  readonly ignoredSchemas: readonly string[]
  readonly base: SchemaSnapshot | null
}

type Comparison = {
  readonly differences: readonly CatalogDifference[]
  readonly conflicts: readonly CatalogConflict[]
}

/** The changes that a merge would bring to the target, without the statements for them. */
export async function compareSchemas({
  source,
  target,
  ignoredSchemas,
  base,
}: ComparisonRequest): Promise<Comparison> {
  const describe = (database: Database) =>
    readSchema(database, (reader) => describeCatalog(reader, ignoredSchemas))
  const [from, to] = [await describe(source), await describe(target)]
  const { merged, conflicts } = wantedState({ source: from, target: to, base })
  return { differences: compareCatalogs(to, merged), conflicts }
}

type States = {
  readonly source: Catalog
  readonly target: Catalog
  readonly base: SchemaSnapshot | null
}

/** The description that the target should have, and whether it has changes of its own to keep. */
export function wantedState({ source, target, base }: States): {
  readonly merged: Catalog
  readonly conflicts: readonly CatalogConflict[]
  readonly hasMoved: boolean
} {
  const hasMoved = base !== null && digestOf(base.catalog) !== digestOf(target)
  if (!hasMoved) return { merged: source, conflicts: [], hasMoved }
  return { ...mergeCatalogs({ base: base.catalog, source, target }), hasMoved }
}
