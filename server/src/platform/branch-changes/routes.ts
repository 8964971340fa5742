import * as endpoints from '@stoa/contract/platform/branch-changes'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createComparisons } from './comparisons.ts'
import { mergeRunning } from './errors.ts'
import { mergeChanges } from './merge-changes.ts'
import { readChanges, requireBranchRow, reviewChanges } from './review-changes.ts'

/** Compares branches with their parents, and merges them. */
export const branchChangeRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf, session } = context
  const comparisons = createComparisons()
  /** The projects that a merge is running into. */
  const targets = new Set<string>()

  async function mergeInto<T>(target: string, work: () => Promise<T>): Promise<T> {
    if (targets.has(target)) throw mergeRunning()
    targets.add(target)
    try {
      return await work()
    } finally {
      targets.delete(target)
    }
  }

  return [
    route(endpoints.getBranchChanges).to(async ({ request, params, query }) => {
      const { parent_ref: parentRef } = await requireBranchRow({ session }, params.ref)
      await access.requireOn(request.member, parentRef, 'database:read')
      return comparisons.run(() =>
        readChanges(context, { scope: access.projectOf(request), ...query }),
      )
    }),
    route(endpoints.planBranchMerge).to(async ({ request, params, body }) => {
      const { parent_ref: parentRef } = await requireBranchRow({ session }, params.ref)
      await access.requireOn(request.member, parentRef, 'database:write')
      return comparisons.run(() =>
        reviewChanges(context, { scope: access.projectOf(request), ...body }),
      )
    }),
    route(endpoints.mergeBranch).to(async ({ request, params, body }) => {
      const { ref, parent_ref: parentRef } = await requireBranchRow({ session }, params.ref)
      await access.requireOn(request.member, parentRef, 'database:write')
      return mergeInto(body.direction === 'to_parent' ? parentRef : ref, () =>
        comparisons.run(() =>
          mergeChanges(context, actorOf(request), {
            member: request.member,
            scope: access.projectOf(request),
            direction: body.direction,
            planId: body.plan_id,
            targetDigest: body.target_digest,
          }),
        ),
      )
    }),
  ]
}
