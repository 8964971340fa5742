import type { Catalogue, CatalogueRelation } from '../catalogue/catalogue.ts'
import { ConstraintDirective, readDirective, TableDirective } from './directives.ts'
import type { ColumnPairs, Table } from './model.ts'
import { collectionName, isValidName, referenceName } from './names.ts'

type Reference = {
  readonly near: CatalogueRelation
  readonly far: CatalogueRelation
  readonly columns: ColumnPairs
  readonly foreignName: string | undefined
  readonly localName: string | undefined
  /** Stands in a comment, so nothing enforces it. */
  readonly isDeclared: boolean
}

/**
 * Adds every foreign key to both tables it joins, by pg_graphql's names, and those that comments of
 * tables and views declare. Of two that come to the same name the first stays; columns win over both.
 */
export function addRelationships(
  catalogue: Catalogue,
  tables: ReadonlyMap<string, Table>,
  isInflected: (schema: string) => boolean,
): void {
  for (const reference of referencesOf(catalogue)) {
    const near = tables.get(reference.near.oid)
    const far = tables.get(reference.far.oid)
    if (!near || !far || !isVisible(near, far, reference.columns)) continue
    const local = reference.columns.map(([column]) => column)
    const foreign = reference.columns.map(([, column]) => column)
    const isOne = isUnique(reference.near, local)
    const isFilled = reference.columns.every(([name]) =>
      near.columns.some((column) => column.name === name && column.isNotNull),
    )
    add(near, {
      field:
        reference.foreignName ?? referenceName(local, far.type, isInflected(reference.far.schema)),
      target: far,
      columns: reference.columns,
      isToMany: false,
      // Row level security may hide the row that the key promises.
      isNotNull: isFilled && !reference.isDeclared && !reference.far.hasRls,
    })
    add(far, {
      field:
        reference.localName ??
        (isOne
          ? referenceName(foreign, near.type, isInflected(reference.near.schema))
          : collectionName(near.type)),
      target: near,
      columns: reference.columns.map(([own, other]) => [other, own] as const),
      isToMany: !isOne,
      isNotNull: false,
    })
  }
}

function add(table: Table, relationship: Table['relationships'][number]) {
  const { field } = relationship
  const isTaken =
    field === 'nodeId' ||
    table.columns.some((column) => column.field === field) ||
    table.relationships.some((other) => other.field === field)
  if (!isTaken && isValidName(field)) table.relationships.push(relationship)
}

/** A relationship over a column the role may not read is not shown: it would tell its values. */
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
