import { randomUUID } from 'node:crypto'
import * as catalogue from '@stoa/contract/services/meta/catalogue'
import type { PlannedDefinition } from '@stoa/contract/services/meta/ddl'
import * as ddl from '@stoa/contract/services/meta/ddl'
import * as advice from '@stoa/contract/services/meta/index-advice'
import * as queries from '@stoa/contract/services/meta/query'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { route, type Route } from '../../lib/http.ts'
import type { CallerOf } from '../../project/impersonate.ts'
import { activityRoutes } from './activity/routes.ts'
import { readDataApiOverrides } from './catalogue/data-api-overrides.ts'
import { readNames } from './catalogue/names.ts'
import { schemaExists, readSchemas } from './catalogue/schemas.ts'
import { readTableDetail } from './catalogue/table-detail.ts'
import { readTables } from './catalogue/tables.ts'
import { readTypes } from './catalogue/types.ts'
import { addColumn, deleteColumn, updateColumn } from './ddl/change-columns.ts'
import { deleteTable, updateTable } from './ddl/change-table.ts'
import { createTable } from './ddl/create-table.ts'
import { schemaNotFound } from './errors.ts'
import {
  applyDefinition,
  previewDefinition,
  type DefinitionChange,
} from './history/change-definition.ts'
import { newMigration } from './history/manage.ts'
import { historyRoutes } from './history/routes.ts'
import { adviseIndexes } from './index-advice/advise.ts'
import { readSlowStatements } from './index-advice/slow-statements.ts'
import { objectChangeRoutes } from './object-changes/routes.ts'
import { objectRoutes } from './objects/routes.ts'
import { privilegeRoutes } from './privileges/routes.ts'
import { toJsonRows } from './query/json-rows.ts'
import { toParameters } from './query/parameters.ts'
import { READER, WRITER, type RunRights } from './query/rights.ts'
import type { Runs } from './query/runs.ts'
import { watchClient } from './query/watch-client.ts'
import { rowRoutes } from './rows/routes.ts'
import { readDatabase, withQualifiedNames } from './session.ts'
import { typeRoutes } from './types/routes.ts'
import { sightOf } from './withheld.ts'

export type RouteDeps = { readonly runs: Runs; readonly callerOf: CallerOf }

/** The routes for members at `/platform/meta/:ref`. */
export function memberRoutes({ runs, callerOf }: RouteDeps): readonly Route[] {
  return [
    ...catalogueRoutes(),
    ...typeRoutes(),
    ...definitionRoutes(),
    ...objectRoutes(),
    ...objectChangeRoutes(runs),
    ...historyRoutes(runs),
    ...activityRoutes(),
    ...privilegeRoutes(),
    ...rowRoutes(callerOf),
    ...queryRoutes(runs, callerOf),
  ]
}

const catalogueRoutes = () => [
  route(catalogue.listSchemas).to(({ request }) => readDatabase(request.project, readSchemas)),
  route(catalogue.listDataApiOverrides).to(({ request }) =>
    readDatabase(request.project, readDataApiOverrides),
  ),
  route(catalogue.listTypes).to(({ request }) =>
    readDatabase(request.project, (tx) => withQualifiedNames(tx, () => readTypes(tx))),
  ),
  route(catalogue.listTables).to(({ request, query }) =>
    readDatabase(request.project, async (tx) => {
      if (!(await schemaExists(tx, query.schema))) throw schemaNotFound(query.schema)
      return readTables(tx, query.schema)
    }),
  ),
  route(catalogue.listNames).to(({ request }) => readDatabase(request.project, readNames)),
  route(catalogue.getTable).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readTableDetail(tx, params.id, sightOf(request))),
  ),
]

const definitionRoutes = () => [
  route(ddl.createTable).to(({ request, body }) => applyDefinition(request, createTable(body))),
  route(ddl.updateTable).to(({ request, params, body }) =>
    applyDefinition(request, updateTable(params.id, body)),
  ),
  route(ddl.deleteTable).to(async ({ request, params, query }) => {
    await applyDefinition(request, deleteTable(params.id, query.cascade))
    return {}
  }),
  route(ddl.addColumn).to(({ request, params, body }) =>
    applyDefinition(request, addColumn(params.id, body)),
  ),
  route(ddl.updateColumn).to(({ request, params, body }) =>
    applyDefinition(request, updateColumn(params, body)),
  ),
  route(ddl.deleteColumn).to(({ request, params, query }) =>
    applyDefinition(request, deleteColumn(params, query.cascade)),
  ),
  route(ddl.previewDefinition).to(async ({ request, body }) => ({
    statements: await previewDefinition(request.project, plannedChange(body)),
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
    case 'add_column':
      return addColumn(planned.id, planned.column)
    case 'update_column':
      return updateColumn(planned, planned.change)
    case 'delete_column':
      return deleteColumn(planned, planned.cascade)
  }
}

/** The limits of a run through the Management API, whose callers cannot choose any. */
const MANAGED_ROWS = 10_000
const MANAGED_TIMEOUT_MS = 120_000

const queryRoutes = (runs: Runs, callerOf: CallerOf) => [
  route(queries.runQuery).to(async ({ request, body }) => {
    const { is_migration: isMigration, impersonate, ...asked } = body
    const canWrite = request.can('database:write')
    if (impersonate && !canWrite) throw impersonationForbidden()
    return runFor(runs, request, {
      request: asked,
      rights: canWrite ? WRITER : READER,
      caller: await callerOf(request, impersonate),
      migration: isMigration && canWrite ? newMigration(request, { query: body.sql }) : undefined,
    })
  }),
  route(queries.runManagedQuery).to(({ request, body }) =>
    runManaged(runs, request, {
      ...body,
      rights: { ...WRITER, isReadOnly: body.read_only ?? false },
    }),
  ),
  route(queries.runManagedReadOnlyQuery).to(({ request, body }) =>
    runManaged(runs, request, { ...body, rights: READER }),
  ),
  route(advice.listSlowStatements).to(({ request }) =>
    readDatabase(request.project, (tx) => withQualifiedNames(tx, () => readSlowStatements(tx))),
  ),
  route(advice.adviseIndexes).to(({ request, body }) => adviseIndexes(request.project, body.sql)),
  route(queries.cancelQuery).to(({ request, params }) => ({
    cancelled: runs.cancel(request.project, request.member, params.run_id),
  })),
]

// The text can end the impersonation, and then has the role of the connection.
const impersonationForbidden = () =>
  new AppError(
    'impersonation_forbidden',
    'Only members who can write to the database can run SQL as another role.',
    {
      status: 403,
      hint: 'View the rows as that role in the table editor, or run SQL as yourself.',
    },
  )

type Run = Omit<Parameters<Runs['run']>[2], 'signal'>

/** Runs a text until it has ended or its client has disconnected. */
async function runFor(runs: Runs, request: FastifyRequest, run: Run) {
  const gone = watchClient(request)
  try {
    return await runs.run(request.project, request.member, { ...run, signal: gone.signal })
  } finally {
    gone.release()
  }
}

type ManagedRun = {
  readonly query: string
  readonly parameters?: readonly unknown[] | undefined
  readonly rights: RunRights
}

async function runManaged(
  runs: Runs,
  request: FastifyRequest,
  { query, parameters = [], rights }: ManagedRun,
) {
  const { results } = await runFor(runs, request, {
    request: {
      run_id: randomUUID(),
      sql: query,
      row_limit: MANAGED_ROWS,
      timeout_ms: MANAGED_TIMEOUT_MS,
      // Without parameters, the text can have several statements.
      parameters: parameters.length > 0 ? toParameters(parameters) : undefined,
    },
    rights,
  })
  const last = results.at(-1)
  return last ? toJsonRows(last) : []
}
