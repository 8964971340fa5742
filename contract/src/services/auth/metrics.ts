import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** Counts of the last day, 7 days, and 30 days. */
const Periods = z.object({ day: z.number(), week: z.number(), month: z.number() })

/** Metrics of a project's accounts. A metric is null if counting it takes too long. */
export const AuthMetrics = z.object({
  /** Users created. */
  sign_ups: Periods.nullable(),
  /** Sign-ins in the audit log. */
  sign_ins: Periods.nullable(),
  /** Users who signed in or refreshed a session. */
  active_users: Periods.nullable(),
})
export type AuthMetrics = z.infer<typeof AuthMetrics>

export const readAuthMetrics = endpoint({
  method: 'GET',
  path: '/platform/auth/{ref}/metrics',
  access: 'auth:read',
  params: z.object({ ref: z.string() }),
  response: AuthMetrics,
})
