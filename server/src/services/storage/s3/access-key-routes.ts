import type { FastifyInstance } from 'fastify'
import {
  createS3AccessKey,
  deleteS3AccessKey,
  listS3AccessKeys,
} from '@stoa/contract/services/storage/s3-access-keys'
import { route } from '../../../lib/http.ts'
import type { AccessKeys } from './access-keys.ts'

/** The routes for members at `/platform/storage/:ref/s3-access-keys`. */
export function addAccessKeyRoutes(app: FastifyInstance, keys: AccessKeys): void {
  const routes = [
    route(listS3AccessKeys).to(({ request }) => keys.list(request.project)),
    route(createS3AccessKey).to(async ({ body: { description }, request }) => {
      const key = await keys.create(request.project, description)
      await request.recordAudit({ action: 's3_access_key.create', target: description })
      return key
    }),
    route(deleteS3AccessKey).to(async ({ params: { id }, request }) => {
      await keys.remove(request.project, id)
      await request.recordAudit({ action: 's3_access_key.delete', target: id })
      return {}
    }),
  ]
  for (const add of routes) add(app)
}
