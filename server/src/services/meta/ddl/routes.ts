import { getTableDefinition } from '@stoa/contract/services/meta/catalogue'
import * as settings from '@stoa/contract/services/meta/column-settings'
import * as constraints from '@stoa/contract/services/meta/constraints'
import type { PlannedDefinition } from '@stoa/contract/services/meta/ddl'
import * as ddl from '@stoa/contract/services/meta/ddl'
import { route, type Route } from '../../../lib/http.ts'
import {
  applyDefinition,
  previewDefinition,
  type DefinitionChange,
} from '../history/change-definition.ts'
import { readColumnOptions, readColumnSettings } from '../catalogue/column-queries.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { brokenByColumn, brokenRowsQueries } from './broken-rows-sql.ts'
import { findBrokenRows, namingBrokenRows } from './broken-rows.ts'
import { addColumn, deleteColumn, nameOfColumn, updateColumn } from './change-columns.ts'
import {
  addConstraint,
  deleteConstraint,
  readDefinition,
  renameConstraint,
  validateConstraint,
} from './change-constraints.ts'
import { deleteTable, updateTable } from './change-table.ts'
import { duplicateTable } from './duplicate-table.ts'
import { readTableDefinition } from '../catalogue/table-definition.ts'
import { createTable } from './create-table.ts'
import { readEstimatedRows } from './estimate-queries.ts'

/** Creates and changes tables, columns and constraints. */
export const definitionRoutes = (): readonly Route[] => [
  ...tableRoutes(),
  ...columnRoutes(),
  ...constraintRoutes(),
  route(ddl.previewDefinition).to(async ({ request, body }) => ({
    ...(await previewDefinition(request.project, plannedChange(body))),
    estimated_rows: 'id' in body ? await readEstimatedRows(request.project, body.id) : null,
  })),
]

const tableRoutes = () => [
  route(ddl.createTable).to(({ request, body }) => applyDefinition(request, createTable(body))),
  route(ddl.updateTable).to(({ request, params, body }) =>
    applyDefinition(request, updateTable(params.id, body)),
  ),
  route(ddl.deleteTable).to(async ({ request, params, query }) => {
    await applyDefinition(request, deleteTable(params.id, query.cascade))
    return {}
  }),
  route(ddl.duplicateTable).to(({ request, params, body }) =>
    applyDefinition(request, duplicateTable(params.id, body)),
  ),
  route(getTableDefinition).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readTableDefinition(tx, params.id)),
  ),
]

const columnRoutes = () => [
  route(ddl.addColumn).to(({ request, params, body }) =>
    applyDefinition(request, addColumn(params.id, body)),
  ),
  route(ddl.updateColumn).to(({ request, params, body }) =>
    namingBrokenRows({
      project: request.project,
      id: params.id,
      queries: async (table) =>
        brokenByColumn(table, await nameOfColumn(request.project, params), body),
      change: () => applyDefinition(request, updateColumn(params, body)),
    }),
  ),
  route(settings.getColumnSettings).to(({ request, params }) =>
    readDatabase(request.project, (tx) =>
      withQualifiedNames(tx, () => readColumnSettings(tx, params)),
    ),
  ),
  route(settings.getColumnOptions).to(({ request }) =>
    readDatabase(request.project, readColumnOptions),
  ),
  route(ddl.deleteColumn).to(({ request, params, query }) =>
    applyDefinition(request, deleteColumn(params, query.cascade)),
  ),
]

const constraintRoutes = () => [
  route(constraints.addConstraint).to(({ request, params: { id }, body }) =>
    namingBrokenRows({
      project: request.project,
      id,
      queries: async (table) => brokenRowsQueries(table, body),
      change: () => applyDefinition(request, addConstraint(id, body)),
    }),
  ),
  route(constraints.renameConstraint).to(({ request, params, body }) =>
    applyDefinition(request, renameConstraint(params, body.name)),
  ),
  route(constraints.validateConstraint).to(({ request, params }) =>
    namingBrokenRows({
      project: request.project,
      id: params.id,
      async queries(table) {
        const stored = await readDefinition(request.project, params)
        return stored === undefined ? [] : brokenRowsQueries(table, stored)
      },
      change: () => applyDefinition(request, validateConstraint(params)),
    }),
  ),
  route(constraints.deleteConstraint).to(({ request, params, query }) =>
    applyDefinition(request, deleteConstraint(params, query.cascade)),
  ),
  route(constraints.checkConstraint).to(async ({ request, body }) => ({
    broken: await findBrokenRows(request.project, body.table_id, body.constraint),
  })),
]

function plannedChange(planned: PlannedDefinition): DefinitionChange<unknown> {
  switch (planned.kind) {
    case 'create_table':
      return createTable(planned.table)
    case 'update_table':
      return updateTable(planned.id, planned.change)
    case 'delete_table':
      return deleteTable(planned.id, planned.cascade)
    case 'duplicate_table':
      return duplicateTable(planned.id, planned)
    case 'add_column':
      return addColumn(planned.id, planned.column)
    case 'update_column':
      return updateColumn(planned, planned.change)
    case 'delete_column':
      return deleteColumn(planned, planned.cascade)
    case 'add_constraint':
      return addConstraint(planned.id, planned.constraint)
    case 'rename_constraint':
      return renameConstraint(addressOf(planned), planned.name)
    case 'validate_constraint':
      return validateConstraint(addressOf(planned))
    case 'delete_constraint':
      return deleteConstraint(addressOf(planned), planned.cascade)
  }
}

const addressOf = (planned: { readonly id: number; readonly constraint_id: number }) => ({
  id: planned.id,
  constraint: planned.constraint_id,
})
