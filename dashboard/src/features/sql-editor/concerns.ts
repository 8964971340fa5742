import { findDangers, type ConditionalDrop, type Danger } from './destructive.ts'
import type { WrittenName } from './relation-name.ts'
import { DEFAULT_SCHEMA, findOpenTables, type OpenTable } from './open-tables.ts'

/** The reasons to ask a person before a text runs. */
export type Concerns = {
  readonly dangers: readonly (Danger & { readonly dependents?: readonly string[] })[]
  /** Tables that every client of the data API could read and change. */
  readonly openTables: readonly OpenTable[]
}

/** Looks up what exists in the database at the moment. */
export type Catalogue = {
  readonly hasSchema: (name: string) => Promise<boolean>
  readonly hasTable: (schema: string, name: string) => Promise<boolean>
  /** Descriptions of the objects that are dropped together with a table or view. */
  readonly dependents: (schema: string, name: string) => Promise<readonly string[]>
}

type Surroundings = {
  readonly catalogue: Catalogue
  /** The schemas of the data API. */
  readonly exposedSchemas: readonly string[]
}

/**
 * Finds the reasons to ask before a text runs. A `drop … if exists` that finds nothing in the catalog
 * destroys nothing, and `create table if not exists` creates nothing if the table exists. If the
 * catalog cannot be read, both ask.
 */
export async function findConcerns(
  text: string,
  { catalogue, exposedSchemas }: Surroundings,
): Promise<Concerns> {
  const isReal = async ({ conditional }: Danger) =>
    !conditional || (await findsSomething(conditional, catalogue))
  const isNew = async ({ isConditional, schema, name }: OpenTable) =>
    exposedSchemas.includes(schema) &&
    !(isConditional && (await catalogue.hasTable(schema, name).catch(() => false)))
  return {
    dangers: await Promise.all(
      (await filter(findDangers(text), isReal)).map(async (danger) => ({
        ...danger,
        ...(danger.cascade && { dependents: await dependentsOf(danger.cascade, catalogue) }),
      })),
    ),
    openTables: await filter(findOpenTables(text), isNew),
  }
}

/** Names that cannot be looked up have no known dependents. */
async function dependentsOf(names: readonly WrittenName[], catalogue: Catalogue) {
  const lists = names.map(({ schema = DEFAULT_SCHEMA, name }) =>
    catalogue.dependents(schema, name).catch(() => []),
  )
  return [...new Set((await Promise.all(lists)).flat())]
}

async function findsSomething(
  { kind, names }: ConditionalDrop,
  catalogue: Catalogue,
): Promise<boolean> {
  const found = names.map(({ schema = DEFAULT_SCHEMA, name }) =>
    (kind === 'schema' ? catalogue.hasSchema(name) : catalogue.hasTable(schema, name)).catch(
      () => true,
    ),
  )
  // Names that this page cannot read may exist.
  return names.length === 0 || (await Promise.all(found)).includes(true)
}

async function filter<Item>(
  items: readonly Item[],
  isKept: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const kept = await Promise.all(items.map(isKept))
  return items.filter((_, index) => kept[index])
}
