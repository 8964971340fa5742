import { changeObject } from '@stoa/contract/services/meta/object-changes'
import { route, type Route } from '../../../lib/http.ts'
import type { Runs } from '../query/runs.ts'
import { watchClient } from '../query/watch-client.ts'
import { applyChange, previewChange } from './change-object.ts'

/** Previews and makes changes of database objects. */
export const objectChangeRoutes = (runs: Runs): Route[] => [
  route(changeObject).to(async ({ request, body: { dry_run: isPreview, ...body } }) => {
    if (isPreview) return { statements: await previewChange(request.project, body.change) }
    const { signal, release } = watchClient(request)
    try {
      return { statements: await applyChange(runs, request, { ...body, signal }) }
    } finally {
      release()
    }
  }),
]
