import type { FunctionArgument, FunctionSummary } from '@stoa/contract/services/meta/types'
import { exampleValue } from './example-value.ts'
import type { Example } from './literals.ts'
import type { Operation } from './operation.ts'

/**
 * A function call with all required arguments. Undefined for a function with unnamed arguments,
 * unless its only argument is JSON and becomes the whole request body.
 */
export function functionOperation({
  schema,
  name,
  arguments: list,
}: FunctionSummary): Operation | undefined {
  const only = list.length === 1 ? list[0] : undefined
  if (only?.name === '' && ['json', 'jsonb'].includes(only.base_type))
    return { kind: 'call', schema, name, input: { key: 'value' } }
  if (list.some((argument) => argument.name === '')) return undefined
  const required = list.filter((argument) => !argument.has_default)
  const passed = required.length > 0 ? required : list
  const input = Object.fromEntries(
    passed.map((argument): [string, Example] => [argument.name, exampleArgument(argument)]),
  )
  return { kind: 'call', schema, name, input }
}

const exampleArgument = (argument: FunctionArgument): Example => exampleValue(argument)
