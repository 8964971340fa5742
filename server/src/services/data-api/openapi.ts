import type { Project } from '../../fleet/project.ts'
import type { Column } from './schema/catalogue.ts'
import type { Relation, Routine, SchemaCache } from './schema/schema-cache.ts'

/** The exposed tables and functions as an OpenAPI 2.0 document, PostgREST's version of it. */
export function renderOpenApi(cache: SchemaCache, schema: string, project: Project): string {
  const relations = cache.relationsOf(schema)
  const address = new URL(project.apiUrl)
  return JSON.stringify({
    swagger: '2.0',
    info: { title: 'standard public schema', description: '', version: '14' },
    host: address.host,
    basePath: '/rest/v1',
    schemes: [address.protocol.replace(':', '')],
    consumes: ['application/json', 'application/vnd.pgrst.object+json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ...relations.map((relation) => [`/${relation.name}`, relationPath(relation)]),
      ...cache.routinesOf(schema).map((routine) => [`/rpc/${routine.name}`, routinePath(routine)]),
    ]),
    definitions: Object.fromEntries(
      relations.map((relation) => [relation.name, definition(relation)]),
    ),
  })
}

function relationPath(relation: Relation) {
  const operation = (summary: string, ok: string) => ({
    tags: [relation.name],
    summary,
    responses: { [ok]: { description: 'OK' } },
  })
  const filters = [...relation.columns.keys()].map((name) => ({
    name,
    in: 'query',
    required: false,
    type: 'string',
  }))
  const body = {
    name: relation.name,
    in: 'body',
    required: false,
    schema: { $ref: `#/definitions/${relation.name}` },
  }
  return {
    get: { ...operation(relation.description ?? '', '200'), parameters: filters },
    ...(relation.isInsertable && { post: { ...operation('', '201'), parameters: [body] } }),
    ...(relation.isUpdatable && {
      patch: { ...operation('', '204'), parameters: [...filters, body] },
    }),
    ...(relation.isDeletable && { delete: { ...operation('', '204'), parameters: filters } }),
  }
}

function routinePath(routine: Routine) {
  const properties = Object.fromEntries(
    routine.arguments.map(({ name, type }) => [name, { format: type, ...jsonType(type) }]),
  )
  const required = routine.arguments.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    post: {
      tags: [`(rpc) ${routine.name}`],
      summary: routine.description ?? '',
      parameters: [
        {
          name: 'args',
          in: 'body',
          required: true,
          schema: { type: 'object', properties, required },
        },
      ],
      responses: { 200: { description: 'OK' } },
    },
  }
}

function definition({ columns, primaryKey, description }: Relation) {
  const all = [...columns.values()]
  return {
    ...(description !== null && { description }),
    type: 'object',
    required: all.filter(({ nullable }) => !nullable).map(({ name }) => name),
    properties: Object.fromEntries(
      all.map((column) => [column.name, property(column, primaryKey.includes(column.name))]),
    ),
  }
}

const property = (column: Column, isKey: boolean) => ({
  format: column.type,
  ...jsonType(column.base),
  ...(column.default !== null && { default: column.default }),
  ...(isKey
    ? { description: 'Note:\nThis is a Primary Key.<pk/>' }
    : column.description !== null && { description: column.description }),
})

function jsonType(type: string): { type?: string; items?: object } {
  if (type.endsWith('[]')) return { type: 'array', items: jsonType(type.slice(0, -2)) }
  if (/^(smallint|integer|bigint)$/.test(type)) return { type: 'integer' }
  if (/^(numeric|real|double precision)/.test(type)) return { type: 'number' }
  if (type === 'boolean') return { type: 'boolean' }
  return type === 'json' || type === 'jsonb' ? {} : { type: 'string' }
}
