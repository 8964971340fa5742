import { Kind, type DocumentNode } from 'graphql'
import type { RoleSchema } from './catalogue/role-schema.ts'
import type { SelectedField } from './request/collect-fields.ts'
import type { Operation } from './request/prepare-operation.ts'

/** The value of a `__schema` or `__type` field as JSON, from the described part of the role's schema. */
export function introspect(
  { node, selectionSets }: SelectedField,
  operation: Operation,
  { describe }: RoleSchema,
): string | Promise<string> {
  // Validation refuses these fields if introspection is disabled.
  if (!describe) return 'null'
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
  return describe(document, operation.variables)
}
