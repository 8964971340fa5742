import type { Catalogue, CatalogueRelation } from '../catalogue/catalogue.ts'
import { ConstraintDirective, readDirective, TableDirective } from './directives.ts'
import type { ColumnPairs, Relationship, Table } from './model.ts'
import { collectionName, isValidName, referenceName } from './names.ts'

type Reference = {
  readonly near: CatalogueRelation
  readonly far: CatalogueRelation
  readonly columns: ColumnPairs
  readonly foreignName: string | undefined
  readonly localName: string | undefined
  /** Declared in a comment, so nothing enforces it. */
  readonly isDeclared: boolean
}

/**
 * Adds every foreign key to both of its tables, with pg_graphql's names, and those declared in
 * comments of tables and views. Of two with the same name the last one stays, as in pg_graphql.
 */
export function* addRelationships(
  catalogue: Catalogue,
  tables: ReadonlyMap<string, Table>,
  isInflected: Inflected,
): Generator<void, void> {
  const references = referencesOf(catalogue)
  // A table's own keys come before keys that refer to it.
  for (const end of ['near', 'far'] as const)
    for (const [at, reference] of references.entries()) {
      if (at % AT_ONCE === 0) yield
      const near = tables.get(reference.near.oid)
      const far = tables.get(reference.far.oid)
      if (!near || !far || !isVisible(near, far, reference.columns)) continue
      if (end === 'near') add(near, outbound(reference, { near, far }, isInflected))
      else add(far, inbound(reference, near, isInflected))
    }
}

/** Other work gets a turn after this many references. */
const AT_ONCE = 200

type Inflected = (schema: string) => boolean
type Ends = { readonly near: Table; readonly far: Table }

function outbound(reference: Reference, { near, far }: Ends, isInflected: Inflected): Relationship {
  const local = reference.columns.map(([column]) => column)
  const isFilled = local.every((name) =>
    near.columns.some((column) => column.name === name && column.isNotNull),
  )
  return {
    field:
      reference.foreignName ?? referenceName(local, far.label, isInflected(reference.far.schema)),
    target: far,
    columns: reference.columns,
    isToMany: false,
    // Row level security may hide the referenced row.
    isNotNull: isFilled && !reference.isDeclared && !reference.far.hasRls,
  }
}

function inbound(reference: Reference, near: Table, isInflected: Inflected): Relationship {
  const foreign = reference.columns.map(([, column]) => column)
  const isOne = isUnique(
    reference.near,
    reference.columns.map(([column]) => column),
  )
  const name = isOne
    ? referenceName(foreign, near.label, isInflected(reference.near.schema))
    : collectionName(near.label)
  return {
    field: reference.localName ?? name,
    target: near,
    columns: reference.columns.map(([own, other]) => [other, own] as const),
    isToMany: !isOne,
    isNotNull: false,
  }
}

function add(table: Table, relationship: Relationship) {
  const { field } = relationship
  if (field === 'nodeId' || !isValidName(field)) return
  const same = table.relationships.findIndex((other) => other.field === field)
  if (same < 0) table.relationships.push(relationship)
  else table.relationships[same] = relationship
}

/**
 * A relationship over a column that the role cannot read is omitted, because it would reveal its
 * values.
 */
const isVisible = (near: Table, far: Table, columns: ColumnPairs) =>
  columns.length > 0 &&
  columns.every(
    ([own, other]) =>
      near.columns.some(({ name }) => name === own) &&
      far.columns.some(({ name }) => name === other),
  )

const isUnique = ({ keys }: CatalogueRelation, columns: readonly string[]) =>
  keys.some((key) => key.columns.every((name) => columns.includes(name)))

function referencesOf({ relations, foreignKeys }: Catalogue): readonly Reference[] {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const enforced = foreignKeys.flatMap(({ relation, target, comment, columns }): Reference[] => {
    const [near, far] = [byOid.get(relation), byOid.get(target)]
    const directive = readDirective(comment, ConstraintDirective)
    if (!near || !far) return []
    return [
      {
        near,
        far,
        columns,
        foreignName: directive.foreign_name,
        localName: directive.local_name,
        isDeclared: false,
      },
    ]
  })
  const declared = relations.flatMap((near) =>
    (readDirective(near.comment, TableDirective).foreign_keys ?? []).flatMap((key): Reference[] => {
      const far = relations.find(
        ({ schema, name }) => schema === key.foreign_schema && name === key.foreign_table,
      )
      if (!far || key.local_columns.length !== key.foreign_columns.length) return []
      const columns = key.local_columns.map(
        (name, index) => [name, key.foreign_columns[index] ?? ''] as const,
      )
      return [
        {
          near,
          far,
          columns,
          foreignName: key.foreign_name,
          localName: key.local_name,
          isDeclared: true,
        },
      ]
    }),
  )
  return [...enforced, ...declared]
}
