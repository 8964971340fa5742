import type { DiagramModel, DiagramNode } from './diagram-model.ts'

/** A column of a foreign key and the one that it refers to; empty until it is selected. */
export type KeyPair = { readonly column: string; readonly target: string }

const NO_PAIR: KeyPair = { column: '', target: '' }

/**
 * The pairs of a foreign key to a table: one for each column of its primary key, with the column of
 * the same name or of the name `table_column`. A line that was drawn decides its own pair; one that
 * does not end in the primary key is the only pair.
 */
export function keyPairs(
  { nodes }: DiagramModel,
  source: DiagramNode,
  target: string,
  drawn: KeyPair = NO_PAIR,
): readonly KeyPair[] {
  const referenced = nodes.find(({ id }) => id === target)
  const key = referenced?.rows.filter((row) => row.is_primary_key).map(({ name }) => name) ?? []
  if (referenced === undefined || (drawn.target !== '' && !key.includes(drawn.target)))
    return [drawn]
  if (key.length === 0) return [drawn]
  if (key.length === 1) return [{ column: drawn.column, target: key[0] ?? '' }]
  const isFree = (name: string) =>
    name !== drawn.column && source.rows.some((row) => row.name === name)
  return key.map((name) => {
    if (name === drawn.target) return drawn
    const column = [name, `${referenced.name}_${name}`].find(isFree)
    return { column: column ?? '', target: name }
  })
}
