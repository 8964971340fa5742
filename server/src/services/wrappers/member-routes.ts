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
import { createServer } from './create-server.ts'
import { deleteServer } from './delete-server.ts'
import { listServers } from './list-servers.ts'
import { probeServer } from './probe-server.ts'
import type { ServerContext } from './server-context.ts'
import { updateServer } from './update-server.ts'

/** The routes for members at `/platform/wrappers/:ref/servers`. */
export function memberRoutes(
  context: Pick<ServerContext, 'dialer' | 'identity' | 'newId' | 'sockets'>,
): readonly Route[] {
  return [
    route(listForeignServers).to(({ request }) => listServers(context, request.project)),
    route(createForeignServer).to(async ({ body, request }) => {
      const created = await createServer(context, request.project, {
        member: request.member,
        server: body,
      })
      const metadata = { host: body.host, port: body.port, user: body.user }
      await request.recordAudit({ action: 'foreign_server.create', target: body.name, metadata })
      return created
    }),
    route(updateForeignServer).to(async ({ params, body, request }) => {
      const updated = await updateServer(context, request.project, {
        id: params.id,
        change: body,
      })
      const metadata = { changed: changedFields(body) }
      await request.recordAudit({ action: 'foreign_server.update', target: updated.name, metadata })
      return updated
    }),
    route(deleteForeignServer).to(async ({ params, query, request }) => {
      const target = await deleteServer(context, request.project, {
        id: params.id,
        member: request.member,
        cascade: query.cascade,
      })
      await request.recordAudit({ action: 'foreign_server.delete', target })
      return {}
    }),
    route(testForeignServer).to(({ params, request }) =>
      probeServer(context, request.project, params.id),
    ),
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
