import type { FastifyInstance } from 'fastify'
import {
  cancelStorageDeletion,
  listStorageDeletions,
  readStorageDeletion,
  startStorageDeletion,
} from '@stoa/contract/services/storage/deletions'
import { route } from '../../../lib/http.ts'
import { createContext, type ContextDeps } from '../context.ts'
import { SYSTEM_CALLER } from '../session.ts'
import type { Deletions } from './deletions.ts'

/** The routes for members at `/platform/storage/:ref/buckets/:bucket/deletions`. */
export function addDeletionRoutes(
  app: FastifyInstance,
  deps: ContextDeps,
  deletions: Deletions,
): void {
  const routes = [
    route(startStorageDeletion).to(({ params, body, request: { project, method } }) =>
      deletions.start(
        createContext(
          deps,
          { project, caller: SYSTEM_CALLER },
          { operation: 'storage.dashboard', method, path: '', headersJson: '{}' },
        ),
        params.bucket,
        body.prefix ?? '',
      ),
    ),
    route(listStorageDeletions).to(({ params, request }) =>
      deletions.list(request.project, params.bucket),
    ),
    route(readStorageDeletion).to(({ params, request }) => deletions.read(request.project, params)),
    route(cancelStorageDeletion).to(({ params, request }) =>
      deletions.cancel(request.project, params),
    ),
  ]
  for (const add of routes) add(app)
}
