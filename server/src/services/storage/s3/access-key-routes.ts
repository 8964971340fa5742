import {
  createS3AccessKey,
  deleteS3AccessKey,
  listS3AccessKeys,
} from '@stoa/contract/services/storage/s3-access-keys'
import { route, type Route } from '../../../lib/http.ts'
import type { AccessKeys } from './access-keys.ts'

/** The routes for members at `/platform/storage/:ref/s3-access-keys`. */
export function accessKeyRoutes(keys: AccessKeys): readonly Route[] {
  return [
    route(listS3AccessKeys).to(({ request }) => keys.list(request.project)),
    route(createS3AccessKey).to(async ({ body, request }) => {
      const created = await keys.create(request.project, body.description)
      // A key is never sent without its row in the audit log.
      await request
        .recordAudit({ action: 's3_access_key.create', target: created.id })
        .catch(async (error: unknown) => {
          await keys.remove(request.project, created.id)
          throw error
        })
      return created
    }),
    route(deleteS3AccessKey).to(async ({ params, request }) => {
      await keys.require(request.project, params.id)
      await request.recordAudit({ action: 's3_access_key.delete', target: params.id })
      await keys.remove(request.project, params.id)
      return {}
    }),
  ]
}
