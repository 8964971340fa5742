import type { TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { ConstraintDefinition } from '@stoa/contract/services/meta/constraints'
import type { RowEffect } from '@stoa/contract/services/meta/ddl'
import type { Session } from '../../../postgres/database.ts'
import type { Project } from '../../../project/project.ts'
import { readTableDetail } from '../catalogue/table-detail.ts'
import type { DefinitionChange } from '../history/change-definition.ts'
import { readDatabase } from '../session.ts'
import { findOwnTable } from './change-table.ts'
import {
  findConstraint,
  isTargetUnique,
  readKeyTypes,
  type StoredConstraint,
} from './constraint-queries.ts'
import {
  addConstraintSql,
  dropConstraintSql,
  renameConstraintSql,
  validateConstraintSql,
} from './constraint-sql.ts'
import { targetNotUnique, unequalSides, unlikeTypes } from './errors.ts'
import { CASCADE, dropAddedConstraint, restoreConstraint, undoWith, VALIDATED } from './undo-sql.ts'

/** A constraint of a table, by their oids. */
type Address = { readonly id: number; readonly constraint: number }

/**
 * Adds a constraint to a table. 400 `foreign_key_types` or `foreign_key_target` for a foreign key
 * that Postgres would refuse, already in the preview.
 */
export const addConstraint = (
  id: number,
  constraint: ConstraintDefinition,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    if (constraint.kind === 'foreign_key') await checkForeignKey(tx, table, constraint)
    await tx.define(addConstraintSql(table, constraint), {
      effect: effectOf(constraint),
      undo: await dropAddedConstraint(tx, table),
    })
  },
  read: (tx) => readTableDetail(tx, id),
})

function effectOf(constraint: ConstraintDefinition): RowEffect | undefined {
  if (constraint.kind === 'check' || constraint.kind === 'foreign_key')
    return constraint.is_validated ? 'scan' : undefined
  return 'index'
}

type ForeignKey = Extract<ConstraintDefinition, { kind: 'foreign_key' }>

async function checkForeignKey(tx: Session, table: TableSummary, key: ForeignKey): Promise<void> {
  if (key.columns.length !== key.target_columns.length) throw unequalSides(key.target_table)
  const pairs = await readKeyTypes(tx, table, key)
  pairs.forEach(({ own_type: own, target_type: target, is_comparable: isComparable }, at) => {
    if (isComparable || own === null || target === null) return
    throw unlikeTypes(
      { column: key.columns[at] ?? '', type: own },
      { column: `${key.target_table}.${key.target_columns[at] ?? ''}`, type: target },
    )
  })
  // Postgres itself names a table or a column that does not exist.
  const isKnown = pairs.every(({ target_type: target }) => target !== null)
  if (isKnown && !(await isTargetUnique(tx, key)))
    throw targetNotUnique(key.target_table, key.target_columns)
}

export const renameConstraint = (
  { id, constraint }: Address,
  name: string,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    const stored = await findConstraint(tx, { table, id: constraint })
    if (stored.name === name) return
    await tx.define(renameConstraintSql(table, stored.name, name), {
      undo: undoWith(renameConstraintSql(table, name, stored.name)),
    })
  },
  read: (tx) => readTableDetail(tx, id),
})

export const validateConstraint = ({ id, constraint }: Address): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    const { name } = await findConstraint(tx, { table, id: constraint })
    await tx.define(validateConstraintSql(table, name), { effect: 'scan', undo: VALIDATED })
  },
  read: (tx) => readTableDetail(tx, id),
})

/** Drops a constraint. 409 `dependent_objects` if others depend on it and `cascade` is off. */
export const deleteConstraint = (
  { id, constraint }: Address,
  cascade: boolean,
): DefinitionChange<TableDetail> => ({
  async define(tx) {
    const table = await findOwnTable(tx, id)
    const { name } = await findConstraint(tx, { table, id: constraint })
    await tx.define(dropConstraintSql(table, name, cascade), {
      undo: cascade ? CASCADE : await restoreConstraint(tx, table, name),
    })
  },
  read: (tx) => readTableDetail(tx, id),
})

/** The definition of a stored check or foreign key, which can be not valid yet. */
export const readDefinition = (project: Project, { id, constraint }: Address) =>
  readDatabase(project, async (tx) => {
    const table = await findOwnTable(tx, id)
    return definitionOf(await findConstraint(tx, { table, id: constraint }))
  })

function definitionOf(stored: StoredConstraint): ConstraintDefinition | undefined {
  const { kind, name, expression, target_schema: schema, target_table: target } = stored
  if (kind === 'check' && expression !== null)
    return { kind, name, expression, is_validated: false }
  if (kind !== 'foreign_key' || schema === null || target === null) return undefined
  return {
    kind,
    name,
    columns: stored.columns,
    target_schema: schema,
    target_table: target,
    target_columns: stored.target_columns,
    match: stored.match,
    on_update: 'no_action',
    on_delete: 'no_action',
    deferral: 'not_deferrable',
    is_validated: false,
  }
}
