import { readRealtimeMetrics } from '@stoa/contract/services/realtime/metrics'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../lib/http.ts'
import type { Activities } from './activity.ts'

/** The routes for members at `/platform/realtime/:ref`; they wake no sleeping project. */
export function addMemberRoutes(app: FastifyInstance, activities: Activities): void {
  const add = route(readRealtimeMetrics).to(({ request }) =>
    activities.read(request.storedProject.ref),
  )
  add(app)
}
