import {
  createForeignServer,
  deleteForeignServer,
  importForeignTables,
  listForeignServers,
  listRemoteTables as listRemoteTablesEndpoint,
  testForeignServer,
  updateForeignServer,
} from '@stoa/contract/services/wrappers/servers'
import { route, type Route } from '../../lib/http.ts'
import { changedFields } from '../../project/unchanged.ts'
import { importTables, listRemoteTables } from './foreign-tables.ts'
import type { Servers } from './servers.ts'

/** The routes for members at `/platform/wrappers/:ref/servers`. */
export function memberRoutes(servers: Servers): readonly Route[] {
  return [
    route(listForeignServers).to(async ({ request }) => ({
      servers: await servers.list(request.project),
      has_postgres_fdw: await servers.isAvailable(request.project),
    })),
    route(createForeignServer).to(async ({ body, request }) => {
      const created = await servers.create(request.project, request.member, body)
      const metadata = { host: body.host, port: body.port, user: body.user }
      await request.recordAudit({ action: 'foreign_server.create', target: body.name, metadata })
      return created
    }),
    route(updateForeignServer).to(async ({ params, body, request }) => {
      const updated = await servers.update(request.project, params.id, body)
      const metadata = { changed: changedFields(body) }
      await request.recordAudit({ action: 'foreign_server.update', target: updated.name, metadata })
      return updated
    }),
    route(deleteForeignServer).to(async ({ params, query, request }) => {
      const target = await servers.remove(request.project, params.id, {
        member: request.member,
        cascade: query.cascade,
      })
      await request.recordAudit({ action: 'foreign_server.delete', target })
      return {}
    }),
    route(testForeignServer).to(({ params, request }) => servers.test(request.project, params.id)),
    route(listRemoteTablesEndpoint).to(({ params, request }) =>
      listRemoteTables(request.project, params.id),
    ),
    route(importForeignTables).to(async ({ params, body, request }) => {
      const { server, tables } = await importTables(request.project, request.member, {
        id: params.id,
        ...body,
      })
      const metadata = { schema: body.schema, tables: tables.length }
      await request.recordAudit({ action: 'foreign_server.import', target: server, metadata })
      return { tables }
    }),
  ]
}
