import { execute, Kind, type DocumentNode, type ExecutionResult } from 'graphql'
import type { RoleSchema } from './catalogue/role-schema.ts'
import { DocumentErrors } from './errors.ts'
import type { SelectedField } from './request/collect-fields.ts'
import type { Operation } from './request/prepare-operation.ts'

/** The value of a `__schema` or `__type` field, from the described part of the role's schema. */
export function introspect(
  { key, node, selectionSets }: SelectedField,
  operation: Operation,
  { schema, described = schema }: RoleSchema,
): unknown {
  const field = {
    ...node,
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: selectionSets.flatMap(({ selections }) => selections),
    } as const,
  }
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      { ...operation.node, selectionSet: { kind: Kind.SELECTION_SET, selections: [field] } },
      ...operation.fragments.values(),
    ],
  }
  const result = execute({ schema: described, document, variableValues: operation.variables })
  const { data, errors } = isResult(result) ? result : {}
  if (errors) throw new DocumentErrors('validation_failed', errors)
  return data?.[key] ?? null
}

const isResult = (result: ExecutionResult | Promise<ExecutionResult>): result is ExecutionResult =>
  !(result instanceof Promise)
