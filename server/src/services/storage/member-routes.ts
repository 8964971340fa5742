import { readStorageUsage } from '@stoa/contract/services/storage/members'
import { route, type Route } from '../../lib/http.ts'
import { bucketMemberRoutes } from './buckets/bucket-member-routes.ts'
import type { BulkJobs } from './bulk/bulk-jobs.ts'
import { bulkRoutes } from './bulk/bulk-routes.ts'
import { createMemberContextOf, type ContextDeps } from './context.ts'
import { objectMemberRoutes } from './objects/object-member-routes.ts'
import { accessKeyRoutes } from './s3/access-key-routes.ts'
import type { AccessKeys } from './s3/access-keys.ts'
import { storageWebhookRoutes } from './webhooks/webhook-routes.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

type MemberDeps = {
  readonly contexts: ContextDeps
  readonly bulkJobs: BulkJobs
  readonly accessKeys: AccessKeys
  readonly webhooks: Webhooks
}

/** The routes for members at `/platform/storage/:ref`. Policies do not apply to members. */
export function memberRoutes(deps: MemberDeps): readonly Route[] {
  const { contexts, bulkJobs, accessKeys, webhooks } = deps
  const contextOf = createMemberContextOf(contexts)
  return [
    route(readStorageUsage).to(async ({ request }) => {
      const { usage } = contexts.storeOf(request.project)
      return { stored_bytes: usage.bytes(), limit_bytes: usage.limit }
    }),
    ...bucketMemberRoutes(contextOf),
    ...objectMemberRoutes(contextOf),
    ...bulkRoutes(contextOf, bulkJobs),
    ...accessKeyRoutes(accessKeys),
    ...storageWebhookRoutes(webhooks),
  ]
}
