import type { DocumentNode, GraphQLSchema } from 'graphql'
import { buildModel } from '../model/build-model.ts'
import { describedPart } from '../model/described-part.ts'
import type { Model, Table } from '../model/model.ts'
import { buildSchema, type BuiltSchema } from '../schema/build-schema.ts'
import { Catalogue } from './catalogue.ts'

/** The schema of one role, from one reading of the catalogue. */
export type RoleSchema = BuiltSchema & {
  readonly model: Model
  /** What introspection shows; undefined where it is off. */
  readonly described: GraphQLSchema | undefined
  table(schema: string, name: string): Table | undefined
  /** Documents that passed validation against this schema, by their text. */
  readonly documents: Map<string, DocumentNode>
}

/** Builds a role's schema from the result of `catalogue.sql`. */
export function createRoleSchema(catalogue: string): RoleSchema {
  const whole = Catalogue.parse(JSON.parse(catalogue))
  const part = describedPart(whole)
  const model = buildModel(whole)
  const built = buildSchema(model)
  const described = part === whole ? built.schema : part && buildSchema(buildModel(part)).schema
  const tables = new Map(model.tables.map((table) => [`${table.schema}\0${table.name}`, table]))
  return {
    ...built,
    model,
    described,
    table: (schema, name) => tables.get(`${schema}\0${name}`),
    documents: new Map(),
  }
}
