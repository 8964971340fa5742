import { Kind, type FieldNode, type ValueNode } from 'graphql'

type Variables = Readonly<Record<string, unknown>>

/**
 * The field names of each object in a list argument in their written order, which parsing by type
 * does not keep. A single object counts as a list of one.
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
