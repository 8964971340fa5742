import { Kind, type FieldNode, type ValueNode } from 'graphql'

type Variables = Readonly<Record<string, unknown>>

/**
 * The names each object of a list argument was written with, in their order, which reading the
 * argument by its type does not keep. A single object stands for a list of one.
 */
export function writtenOrder(
  node: FieldNode,
  argument: string,
  variables: Variables,
): readonly (readonly string[])[] {
  const given = node.arguments?.find(({ name }) => name.value === argument)
  return given ? entriesOf(given.value) : []

  function entriesOf(value: ValueNode): readonly (readonly string[])[] {
    if (value.kind === Kind.LIST) return value.values.flatMap(entriesOf)
    if (value.kind === Kind.OBJECT) return [value.fields.map(({ name }) => name.value)]
    if (value.kind !== Kind.VARIABLE) return [[]]
    const written = variables[value.name.value]
    return (Array.isArray(written) ? written : [written]).map((entry: unknown) =>
      Object.keys(entry ?? {}),
    )
  }
}
