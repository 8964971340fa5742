import * as contract from '@stoa/contract/services/meta'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { route } from '../../lib/http.ts'
import { readDataApiOverrides } from './catalogue/data-api-overrides.ts'
import { schemaExists, readSchemas } from './catalogue/schemas.ts'
import { readTableDetail } from './catalogue/table-detail.ts'
import { readTables } from './catalogue/tables.ts'
import { readTypes } from './catalogue/types.ts'
import { addColumn, deleteColumn, updateColumn } from './ddl/change-columns.ts'
import { deleteTable, updateTable } from './ddl/change-table.ts'
import { createTable } from './ddl/create-table.ts'
import { schemaNotFound } from './errors.ts'
import { privilegeRoutes } from './privileges/routes.ts'
import type { Runs } from './query/runs.ts'
import { deleteRows } from './rows/delete.ts'
import { getRow } from './rows/get.ts'
import { listRows } from './rows/list.ts'
import { insertRow, updateRow } from './rows/write.ts'
import { readDatabase, withQualifiedNames } from './session.ts'
import { typeRoutes } from './types/routes.ts'

/** Adds the members' door to a project's database. */
export function addRoutes(app: FastifyInstance, runs: Runs): void {
  const routes = [
    ...catalogueRoutes(),
    ...typeRoutes(),
    ...definitionRoutes(),
    ...privilegeRoutes(),
    ...rowRoutes(),
    ...queryRoutes(runs),
  ]
  for (const add of routes) add(app)
}

const catalogueRoutes = () => [
  route(contract.listSchemas).to(({ request }) => readDatabase(request.project, readSchemas)),
  route(contract.listDataApiOverrides).to(({ request }) =>
    readDatabase(request.project, readDataApiOverrides),
  ),
  route(contract.listTypes).to(({ request }) =>
    readDatabase(request.project, (tx) => withQualifiedNames(tx, () => readTypes(tx))),
  ),
  route(contract.listTables).to(({ request, query }) =>
    readDatabase(request.project, async (tx) => {
      if (!(await schemaExists(tx, query.schema))) throw schemaNotFound(query.schema)
      return readTables(tx, query.schema)
    }),
  ),
  route(contract.getTable).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readTableDetail(tx, params.id)),
  ),
]

const definitionRoutes = () => [
  route(contract.createTable).to(({ request, body }) => createTable(request.project, body)),
  route(contract.updateTable).to(({ request, params, body }) =>
    updateTable(request.project, params.id, body),
  ),
  route(contract.deleteTable).to(async ({ request, params, query }) => {
    await deleteTable(request.project, params.id, query.cascade)
    return {}
  }),
  route(contract.addColumn).to(({ request, params, body }) =>
    addColumn(request.project, params.id, body),
  ),
  route(contract.updateColumn).to(({ request, params, body }) =>
    updateColumn(request.project, params, body),
  ),
  route(contract.deleteColumn).to(({ request, params, query }) =>
    deleteColumn(request.project, params, query.cascade),
  ),
]

const rowRoutes = () => [
  route(contract.listRows).to(({ request, params, body }) =>
    listRows(request.project, params.id, body),
  ),
  route(contract.getRow).to(({ request, params, body }) =>
    getRow(request.project, params.id, body.key),
  ),
  route(contract.insertRow).to(({ request, params, body }) =>
    insertRow(request.project, params.id, body.values),
  ),
  route(contract.updateRow).to(({ request, params, body }) =>
    updateRow(request.project, params.id, body),
  ),
  route(contract.deleteRows).to(async ({ request, params, body }) => ({
    deleted: await deleteRows(request.project, params.id, body.keys),
  })),
]

const queryRoutes = (runs: Runs) => [
  route(contract.runQuery).to(async ({ request, body }) => {
    const gone = watchClient(request)
    try {
      const options = { request: body, signal: gone.signal }
      return await runs.run(request.project, request.member, options)
    } finally {
      gone.release()
    }
  }),
  route(contract.cancelQuery).to(({ request, params }) => ({
    cancelled: runs.cancel(request.project, request.member, params.run_id),
  })),
]

/** Aborts when the client's connection closes before the answer was sent. */
function watchClient(request: FastifyRequest) {
  const { socket } = request.raw
  const controller = new AbortController()
  const abort = () => controller.abort()
  socket.once('close', abort)
  if (socket.destroyed) abort()
  return { signal: controller.signal, release: () => void socket.off('close', abort) }
}
