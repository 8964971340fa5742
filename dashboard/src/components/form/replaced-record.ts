import type { z } from 'zod'
import type { ApiError } from '../../data/client/api-error.ts'
import type { Current } from './use-guarded-mutation.ts'

/** The values of a record that the server compares, in the endpoint’s format. */
export function replacedRecord<Replaced>(
  schema: z.core.$ZodType<Replaced>,
  record: unknown,
): Replaced {
  const result = schema['~standard'].validate(record)
  if (result instanceof Promise || result.issues !== undefined)
    throw new TypeError('The record of a form does not satisfy its schema')
  return result.value
}

/** The current record in the response, one changed field per line. */
export function currentRecord<Replaced extends object>(
  { details }: ApiError,
  schema: z.core.$ZodType<Replaced>,
  shown: Replaced,
): Current<Replaced> | undefined {
  const current = partOf(details, 'current')
  if (typeof current !== 'object' || current === null) return undefined
  const before = new Map(Object.entries(shown).map(([name, value]) => [name, textOf(value)]))
  const lines = Object.entries(current)
    .filter(([name, value]) => before.get(name) !== textOf(value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`)
  return { text: lines.join('\n'), replaces: replacedRecord(schema, current) }
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined

function textOf(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
