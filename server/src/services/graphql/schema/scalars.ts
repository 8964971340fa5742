import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
} from 'graphql'
import type { ScalarName } from '../model/model.ts'

type Reader = (value: unknown) => string | undefined

/**
 * A scalar that is sent as text. `read` decides which values are accepted; Postgres validates them.
 */
function textScalar(name: string, description: string, read: Reader): GraphQLScalarType {
  const take = (value: unknown, node?: ValueNode): string => {
    const text = read(value)
    if (text !== undefined) return text
    const shown = JSON.stringify(value) ?? 'that'
    throw new GraphQLError(`${name} cannot represent ${shown.slice(0, 100)}`, {
      ...(node && { nodes: node }),
    })
  }
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: (value) => take(value),
    parseLiteral: (node) => take(literalOf(node), node),
  })
}

/** Numbers keep their written text, so that no digit beyond a double is lost. */
function literalOf(node: ValueNode): unknown {
  if (node.kind === Kind.STRING || node.kind === Kind.BOOLEAN) return node.value
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return node.value
  return undefined
}

const text: Reader = (value) => (typeof value === 'string' ? value : undefined)

const number =
  (pattern: RegExp): Reader =>
  (value) => {
    const written = typeof value === 'number' ? String(value) : value
    // The JSON parser has rounded it, so the intended number is unknown.
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined
    return typeof written === 'string' && pattern.test(written) ? written : undefined
  }

const anything: Reader = (value) => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const INTEGER = /^[+-]?\d+$/
const DECIMAL = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|NaN|[+-]?Infinity)$/

export type Scalars = Readonly<Record<ScalarName | 'ID' | 'Cursor', GraphQLScalarType>>

/** GraphQL's own scalars, and pg_graphql's for values that JSON cannot represent. */
export const createScalars = (): Scalars => ({
  ID: GraphQLID,
  Int: GraphQLInt,
  Float: GraphQLFloat,
  String: GraphQLString,
  Boolean: GraphQLBoolean,
  BigInt: textScalar('BigInt', 'An integer of any size, as a string', number(INTEGER)),
  BigFloat: textScalar(
    'BigFloat',
    'A decimal number of any precision, as a string',
    number(DECIMAL),
  ),
  UUID: textScalar('UUID', '128 bits as 32 hexadecimal digits in five groups', text),
  Date: textScalar('Date', 'A date, `2026-01-31`', text),
  Time: textScalar('Time', 'A time of day, `23:59:59`', text),
  Datetime: textScalar('Datetime', 'A moment, as ISO 8601 writes one', text),
  JSON: textScalar('JSON', 'JSON, as a string', text),
  Opaque: textScalar('Opaque', 'A value of another Postgres type, in its text form', anything),
  Cursor: textScalar(
    'Cursor',
    'The position of a row in a sorted collection, for pagination',
    text,
  ),
})
