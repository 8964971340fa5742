import { z } from 'zod'

const Column = z.object({
  name: z.string(),
  number: z.number(),
  /** In SQL's notation, with modifiers: `character varying(20)`. */
  type: z.string(),
  /** The base type of a domain. */
  base: z.string(),
  /** pg_type.typcategory. */
  category: z.string(),
  /** The maximum length of a character type that has one. */
  maxLength: z.number().nullable(),
  /** The labels of an enum type, in order. */
  enum: z.array(z.string()).nullable(),
  nullable: z.boolean(),
  /** The expression for a missing value. */
  default: z.string().nullable(),
  description: z.string().nullable(),
})
export type Column = z.infer<typeof Column>
const Columns = z.array(Column)

/** Parses a relation's columns, which the catalogue keeps as JSON text. */
export const readColumns = (text: string): readonly Column[] => Columns.parse(JSON.parse(text))

const Pairs = z.array(z.tuple([z.string(), z.string()]))

const Keys = z.array(z.object({ isPrimary: z.boolean(), columns: z.array(z.string()).nullable() }))
const Name = z.object({ schema: z.string(), name: z.string() })

/** The result of `catalogue.sql`. `schema-cache.ts` builds the lookup tables from it. */
export const Catalogue = z.object({
  relations: z.array(
    z.object({
      oid: z.string(),
      schema: z.string(),
      name: z.string(),
      kind: z.string(),
      description: z.string().nullable(),
      /** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
      events: z.number(),
      /** JSON text for `readColumns`: a request needs the columns of only a few relations. */
      columns: z.string(),
      keys: Keys,
    }),
  ),
  /** Relations of other schemas: exposed views may show their columns and keys. */
  hidden: z.array(
    z.object({
      oid: z.string(),
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), number: z.number() })),
      keys: Keys,
    }),
  ),
  foreignKeys: z.array(
    z.object({ name: z.string(), oid: z.string(), target: z.string(), columns: Pairs }),
  ),
  viewRules: z.array(z.object({ oid: z.string(), action: z.string() })),
  routines: z.array(
    z.object({
      oid: z.string(),
      schema: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      volatility: z.string(),
      is_set: z.boolean(),
      is_variadic: z.boolean(),
      type: z.string(),
      base: z.string(),
      is_composite: z.boolean(),
      is_record: z.boolean(),
      is_void: z.boolean(),
      relation: Name.nullable(),
      arguments: z
        .array(z.object({ name: z.string(), type: z.string(), mode: z.string() }))
        .nullable(),
      defaults: z.number(),
      settings: z.array(z.string()),
    }),
  ),
  /** Functions of a row of one exposed relation that return rows of another, by oid. */
  computed: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      near: z.string(),
      far: z.string(),
      is_one_row: z.boolean(),
    }),
  ),
  mediaHandlers: z.array(
    z.object({
      oid: z.string(),
      schema: z.string(),
      name: z.string(),
      media_type: z.string(),
      is_binary: z.boolean(),
      is_aggregate: z.boolean(),
      rows_of: Name.nullable(),
    }),
  ),
  representations: z.array(
    z.object({ source: z.string(), target: z.string(), schema: z.string(), name: z.string() }),
  ),
  geoJson: Name.nullable(),
  schemaComments: z.record(z.string(), z.string().nullable()),
  /** In order: the first is used when a request names no schema. */
  exposedSchemas: z.array(z.string()),
  roleSettings: z.array(z.object({ role: z.string(), name: z.string(), value: z.string() })),
})
export type Catalogue = z.infer<typeof Catalogue>
