import type { DocumentNode } from 'graphql'
import { describe, type Describe } from '../introspection/describe.ts'
import { buildModel } from '../model/build-model.ts'
import { describedPart } from '../model/described-part.ts'
import type { Model, Table } from '../model/model.ts'
import { buildSchema, type BuiltSchema } from '../schema/build-schema.ts'
import { createSchemas, isLarge } from '../schema/partial-schema.ts'
import { parseCatalogue } from './catalogue.ts'

/** The schema of one role, from one reading of the catalogue. */
export type RoleSchema = {
  readonly model: Model
  /** The part of the schema that a document can refer to. Throws `schema_limit`. */
  schemaFor(document: DocumentNode): BuiltSchema
  /** Resolves introspection; undefined if it is disabled. */
  readonly describe: Describe | undefined
  table(schema: string, name: string): Table | undefined
  /** Documents that passed validation against this schema, by their text. */
  readonly documents: Map<string, DocumentNode>
}

/**
 * Builds a role's schema from the result of `catalogue.sql`.
 *
 * @param describeLarge describes a catalogue that is too large for the thread of the requests.
 */
export function* createRoleSchema(
  catalogue: string,
  describeLarge: (catalogue: string) => Describe,
): Generator<void, RoleSchema> {
  const whole = yield* parseCatalogue(catalogue)
  const part = describedPart(whole)
  const model = yield* buildModel(whole)
  const schemaFor = createSchemas(model)
  const tables = new Map(model.tables.map((table) => [`${table.schema}\0${table.name}`, table]))
  return {
    model,
    schemaFor,
    describe: part && (isLarge(model) ? describeLarge(catalogue) : yield* describeHere()),
    table: (schema, name) => tables.get(`${schema}\0${name}`),
    documents: new Map(),
  }

  function* describeHere(): Generator<void, Describe> {
    if (!part || part === whole)
      return (document, variables) => describe(schemaFor(document), document, variables)
    const shown = yield* buildModel(part)
    let built: BuiltSchema | undefined
    return (document, variables) => describe((built ??= buildSchema(shown)), document, variables)
  }
}
