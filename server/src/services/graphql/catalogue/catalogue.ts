import { z } from 'zod'

const Oid = z.string()

const CatalogueType = z.object({
  oid: Oid,
  schema: z.string(),
  name: z.string(),
  /** pg_type.typtype: b base, c composite, d domain, e enum, p pseudo, r range, m multirange. */
  kind: z.string(),
  /** The base type of a domain. */
  base: Oid.nullable(),
  /** The type of an array's elements. */
  element: Oid.nullable(),
  array: Oid.nullable(),
  relation: Oid.nullable(),
  /** Values can be sorted. */
  isOrdered: z.boolean(),
  labels: z.array(z.string()).nullable(),
  comment: z.string().nullable(),
})
export type CatalogueType = z.infer<typeof CatalogueType>

const CatalogueColumn = z.object({
  name: z.string(),
  type: Oid,
  isNotNull: z.boolean(),
  /** The database provides the value: identity, serial or generated. */
  isFilled: z.boolean(),
  comment: z.string().nullable(),
  isSelectable: z.boolean(),
  isInsertable: z.boolean(),
  isUpdatable: z.boolean(),
})

const CatalogueRelation = z.object({
  oid: Oid,
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  hasRls: z.boolean(),
  isDeletable: z.boolean(),
  columns: z.array(CatalogueColumn),
  keys: z.array(
    z.object({
      isPrimary: z.boolean(),
      name: z.string(),
      columns: z.array(z.string()),
    }),
  ),
})
export type CatalogueRelation = z.infer<typeof CatalogueRelation>

const CatalogueRoutine = z.object({
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  isVolatile: z.boolean(),
  isSet: z.boolean(),
  type: Oid,
  arguments: z.array(
    z.object({
      name: z.string(),
      type: Oid,
      isOptional: z.boolean(),
      /** The default as a SQL expression. */
      default: z.string().nullable(),
    }),
  ),
})
export type CatalogueRoutine = z.infer<typeof CatalogueRoutine>

/** The result of `catalogue.sql`: the database as one role may see it. */
const Catalogue = z.object({
  role: z.string(),
  schemas: z.array(z.object({ name: z.string(), comment: z.string().nullable() })),
  types: z.array(CatalogueType),
  relations: z.array(CatalogueRelation),
  foreignKeys: z.array(
    z.object({
      relation: Oid,
      target: Oid,
      comment: z.string().nullable(),
      columns: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
  routines: z.array(CatalogueRoutine),
  /** Settings of the role, such as `statement_timeout`. */
  settings: z.array(z.tuple([z.string(), z.string()])),
})
export type Catalogue = z.infer<typeof Catalogue>

/** Other work gets a turn after this many tables, which take about a millisecond. */
const AT_ONCE = 100

/** Parses the text that `catalogue.sql` returns. */
export function* parseCatalogue(text: string): Generator<void, Catalogue> {
  const { relations, ...rest } = Unparsed.parse(JSON.parse(text))
  yield
  const common = WithoutRelations.parse(rest)
  const parsed: CatalogueRelation[] = []
  for (const [at, relation] of relations.entries()) {
    if (at % AT_ONCE === 0) yield
    parsed.push(CatalogueRelation.parse(relation))
  }
  return { ...common, relations: parsed }
}

const Unparsed = z.looseObject({ relations: z.array(z.unknown()) })
const WithoutRelations = Catalogue.omit({ relations: true })
