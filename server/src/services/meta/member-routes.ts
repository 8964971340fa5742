import { randomUUID } from 'node:crypto'
import * as catalogue from '@stoa/contract/services/meta/catalogue'
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
import { definitionRoutes } from './ddl/routes.ts'
import { driftRoutes } from './drift/routes.ts'
import { schemaNotFound } from './errors.ts'
import { newMigration } from './history/manage.ts'
import { sourceOfText, undoOfText } from './history/text-undo.ts'
import { historyRoutes } from './history/routes.ts'
import { adviseIndexes } from './index-advice/advise.ts'
import { readSlowStatements } from './index-advice/slow-statements.ts'
import { objectChangeRoutes } from './object-changes/routes.ts'
import { objectRoutes } from './objects/routes.ts'
import { privilegeRoutes } from './privileges/routes.ts'
import { toJsonRows } from './query/json-rows.ts'
import { bindParameters } from './query/bound-parameters.ts'
import { toParameters } from './query/parameters.ts'
import { READER, WRITER, type RunRights } from './query/rights.ts'
import type { Runs } from './query/runs.ts'
import { transactionForbidden } from './query/transactions/errors.ts'
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
    ...driftRoutes(),
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

/** The limits of a run through the Management API, whose callers cannot choose any. */
const MANAGED_ROWS = 10_000
const MANAGED_TIMEOUT_MS = 120_000

const queryRoutes = (runs: Runs, callerOf: CallerOf) => [
  route(queries.runQuery).to(async ({ request, body }) => {
    const { is_migration: isMigration, impersonate, transaction, parameters, ...asked } = body
    const canWrite = request.can('database:write')
    if (impersonate && !canWrite) throw impersonationForbidden()
    if (transaction && !canWrite) throw transactionForbidden()
    return runFor(runs, request, {
      request: { ...asked, ...(parameters && bindParameters(asked.sql, parameters)) },
      rights: canWrite ? WRITER : READER,
      caller: await callerOf(request, impersonate),
      migration:
        isMigration && canWrite
          ? newMigration(request, sourceOfText(body), { query: body.sql, ...undoOfText(body) })
          : undefined,
      transaction: transaction && {
        id: transaction.id,
        isOpen: transaction.is_open,
        impersonation: impersonate,
        isRevoked: () => request.isRevoked(),
      },
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
