import { randomUUID } from 'node:crypto'
import * as catalogue from '@stoa/contract/services/meta/catalogue'
import { getTableFamily } from '@stoa/contract/services/meta/partitions'
import * as advice from '@stoa/contract/services/meta/index-advice'
import { getTableProgress, getTableSettings } from '@stoa/contract/services/meta/table-settings'
import * as queries from '@stoa/contract/services/meta/query'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import { route, type Route } from '../../lib/http.ts'
import type { CallerOf } from '../../project/impersonate.ts'
import { activityRoutes } from './activity/routes.ts'
import { backfillRoutes } from './backfills/routes.ts'
import { readDataApiOverrides } from './catalogue/data-api-overrides.ts'
import { readNames } from './catalogue/names.ts'
import { schemaExists, readSchemas } from './catalogue/schemas.ts'
import { readTableFamily } from './catalogue/table-family.ts'
import { readTableDetail } from './catalogue/table-detail.ts'
import { readTableProgress, readTableSettings } from './catalogue/table-settings.ts'
import { readTables } from './catalogue/tables.ts'
import { readTypes } from './catalogue/types.ts'
import { definitionRoutes } from './ddl/routes.ts'
import { describeRoutes } from './describe/routes.ts'
import { diagramRoutes } from './diagram/routes.ts'
import { driftRoutes } from './drift/routes.ts'
import { schemaNotFound } from './errors.ts'
import { migrationOfText } from './history/text-undo.ts'
import { historyRoutes } from './history/routes.ts'
import { adviseIndexes } from './index-advice/advise.ts'
import { planStatement } from './index-advice/plan-statement.ts'
import { readSlowStatements } from './index-advice/queries/slow-statements.ts'
import { objectChangeRoutes } from './object-changes/routes.ts'
import { objectRoutes } from './objects/routes.ts'
import { policyTestRoutes } from './policy-tests/routes.ts'
import { privilegeRoutes } from './privileges/routes.ts'
import { toJsonRows } from './query/json-rows.ts'
import { keepRun } from './query/keep-run.ts'
import { toParameters } from './query/parameters.ts'
import { READER, WRITER, type RunRights } from './query/rights.ts'
import { streamRoutes, type StreamDeps } from './query/routes.ts'
import { runOptions } from './query/run-options.ts'
import type { Runs } from './query/runs.ts'
import { watchClient } from './query/watch-client.ts'
import { rowRoutes } from './rows/routes.ts'
import { readDatabase, withQualifiedNames } from './session.ts'
import { sqlDraftRoutes } from './sql-drafts/routes.ts'
import { typeRoutes } from './types/routes.ts'
import { sightOf } from './withheld.ts'

export type RouteDeps = StreamDeps & { readonly clock: Clock }

/** The routes for members at `/platform/meta/:ref`. */
export function memberRoutes(deps: RouteDeps): readonly Route[] {
  const { runs, callerOf, clock } = deps
  return [
    ...catalogueRoutes(),
    ...typeRoutes(),
    ...definitionRoutes(),
    ...diagramRoutes(),
    ...objectRoutes(),
    ...objectChangeRoutes(runs),
    ...sqlDraftRoutes(),
    ...policyTestRoutes(runs),
    ...historyRoutes(runs),
    ...driftRoutes(),
    ...activityRoutes(runs),
    ...describeRoutes(),
    ...backfillRoutes(),
    ...privilegeRoutes(),
    ...rowRoutes({ callerOf, clock }),
    ...queryRoutes(runs, callerOf),
    ...streamRoutes(deps),
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
  route(getTableFamily).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readTableFamily(tx, params.id)),
  ),
  route(getTableSettings).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readTableSettings(tx, params.id)),
  ),
  route(getTableProgress).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readTableProgress(tx, params.id)),
  ),
]

/** The limits of a run through the Management API, whose callers cannot choose any. */
const MANAGED_ROWS = 10_000
const MANAGED_TIMEOUT_MS = 120_000

const queryRoutes = (runs: Runs, callerOf: CallerOf) => [
  route(queries.runQuery).to(async ({ request, body }) => {
    const { is_migration: isMigration, ...text } = body
    const options = await runOptions(request, callerOf, text)
    const isRecorded = isMigration && !options.rights.isReadOnly
    const run = runFor(runs, request, {
      ...options,
      migration: isRecorded ? migrationOfText(request, body.sql) : undefined,
    })
    return isMigration ? run : keepRun(request, body, run)
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
  route(advice.planStatement).to(async ({ request, body }) => {
    const rights = request.can('database:write') ? WRITER : READER
    return { plan: await planStatement(request.project, { text: body.sql, rights }) }
  }),
  route(queries.cancelQuery).to(({ request, params }) => ({
    cancelled: runs.cancel(request.project, request.member, params.run_id),
  })),
]

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
