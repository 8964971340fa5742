import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectStatus } from './projects.ts'

const Value = z.number().nullable()

/** The latest values of a project; null where it sleeps or nothing was measured. */
const ProjectMetrics = z.object({
  ref: z.string(),
  name: z.string(),
  organization_slug: z.string(),
  status: ProjectStatus,
  /** ISO 8601: when it was last measured, within three minutes. */
  measured_at: z.string().nullable(),
  cpu_percent: Value,
  memory_bytes: Value,
  disk_bytes: Value,
  connections: Value,
  /** Requests of the last hour, and how many of them failed with a status of 5xx. */
  requests: z.int(),
  server_errors: z.int(),
})
export type ProjectMetrics = z.infer<typeof ProjectMetrics>

/** The latest metrics of every project, those that use the most processor time first. */
export const listProjectMetrics = endpoint({
  method: 'GET',
  path: '/platform/installation/projects',
  access: 'operator',
  response: z.array(ProjectMetrics),
})

/**
 * The metrics of the server and of all projects, in the text format of Prometheus (0.0.4). An access
 * token of an operator can be the bearer token of a scrape.
 */
export const readPlatformMetrics = endpoint({
  method: 'GET',
  path: '/platform/metrics',
  access: 'operator',
  response: z.string(),
})
