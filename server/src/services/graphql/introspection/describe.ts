import { execute, type DocumentNode, type ExecutionResult } from 'graphql'
import { DocumentErrors } from '../errors.ts'
import type { BuiltSchema } from '../schema/build-schema.ts'

/** Resolves the only field of a document, `__schema` or `__type`, to its value as JSON. */
export type Describe = (
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
) => string | Promise<string>

/** The value of the only field of the document. Throws `validation_failed`. */
export function describe(
  { schema }: BuiltSchema,
  document: DocumentNode,
  variableValues: Readonly<Record<string, unknown>>,
): string {
  const result = execute({ schema, document, variableValues })
  const { data, errors } = isResult(result) ? result : {}
  if (errors) throw new DocumentErrors('validation_failed', errors)
  const [value = null] = Object.values(data ?? {})
  return JSON.stringify(value)
}

const isResult = (result: ExecutionResult | Promise<ExecutionResult>): result is ExecutionResult =>
  !(result instanceof Promise)
