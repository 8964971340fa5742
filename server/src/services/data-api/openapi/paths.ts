import type { Relation, Routine, RoutineArgument } from '../schema/schema-cache.ts'
import { splitComment } from './comment.ts'
import { formatOf, jsonType, routineSchema } from './definitions.ts'
import { filterName } from './parameters.ts'

const refer = (name: string) => ({ $ref: `#/parameters/${name}` })
const answers = (status: number, description: string) => ({ [status]: { description } })

export const rootPath = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: answers(200, 'OK'),
  },
}

/** A relation's operations, including writes if the relation can be written to. */
export function relationPath(relation: Relation) {
  const { name, columns } = relation
  const common = { tags: [name], ...splitComment(relation.description) }
  const filters = [...columns.keys()].map((column) => refer(filterName(name, column)))
  const reading = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
  const get = {
    ...common,
    parameters: [...filters, ...reading.map(refer)],
    responses: {
      200: {
        description: 'OK',
        schema: { type: 'array', items: { $ref: `#/definitions/${name}` } },
      },
      ...answers(206, 'Partial Content'),
    },
  }
  if (!relation.isInsertable && !relation.isUpdatable && !relation.isDeletable) return { get }
  return {
    get,
    post: {
      ...common,
      parameters: [`body.${name}`, 'select', 'preferPost'].map(refer),
      responses: answers(201, 'Created'),
    },
    delete: {
      ...common,
      parameters: [...filters, refer('preferReturn')],
      responses: answers(204, 'No Content'),
    },
    patch: {
      ...common,
      parameters: [...filters, refer(`body.${name}`), refer('preferReturn')],
      responses: answers(204, 'No Content'),
    },
  }
}

/** A function's operations, including GET if the function cannot write. */
export function routinePath(routine: Routine) {
  const common = {
    tags: [`(rpc) ${routine.name}`],
    ...splitComment(routine.description),
    produces: [
      'application/json',
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json',
    ],
    responses: answers(200, 'OK'),
  }
  const post = {
    ...common,
    parameters: [
      { name: 'args', in: 'body', required: true, schema: routineSchema(routine) },
      refer('preferParams'),
    ],
  }
  if (routine.isVolatile) return { post }
  return { get: { ...common, parameters: routine.arguments.map(queryArgument) }, post }
}

function queryArgument({ name, type, isRequired, isVariadic }: RoutineArgument) {
  const base = { name, in: 'query', required: isRequired }
  if (!isVariadic) {
    const shown = jsonType(type).type
    // A list is a single text in Postgres's notation for arrays.
    const plain = shown === undefined || shown === 'array' ? 'string' : shown
    return { ...base, format: formatOf(type), type: plain }
  }
  const item = type.replace(/\[\]$/, '')
  return {
    ...base,
    type: 'array',
    collectionFormat: 'multi',
    items: { format: formatOf(item), type: jsonType(item).type ?? 'string' },
  }
}
