import {
  readManagedPerformanceLints,
  readManagedSecurityLints,
} from '@stoa/contract/services/advisors/advisors'
import { readProjectAnalyticsLogs } from '@stoa/contract/services/logs/analytics'
import { z } from 'zod'
import { tool, type Tool } from './tool.ts'

const HOUR_MS = 3_600_000
const MAX_HOURS = 24

/** Tools that read logs, and what the advisors found. */
export const logTools = (now: () => Date): readonly Tool[] => [
  tool({
    name: 'list_findings',
    title: 'Reading the advisors',
    description: 'Lists what the security or the performance advisor found, with corrections.',
    level: 'schema_and_logs',
    permission: 'advisors:read',
    input: z.object({ advisor: z.enum(['security', 'performance']) }),
    async run({ advisor }, caller) {
      const { lints } =
        advisor === 'security'
          ? await caller.call(readManagedSecurityLints, {})
          : await caller.call(readManagedPerformanceLints, {})
      if (lints.length === 0) return `The ${advisor} advisor found nothing.`
      return lints.map(({ level, title, detail }) => `${level}: ${title}. ${detail}`).join('\n')
    },
  }),
  tool({
    name: 'query_logs',
    title: 'Reading logs',
    description:
      'Runs SQL over the logs of the last hours. Tables: edge_logs, postgres_logs, auth_logs, storage_logs, ' +
      'function_edge_logs, function_logs, realtime_logs, postgrest_logs. Each has id, timestamp, ' +
      'event_message and metadata. Use a limit, such as: ' +
      'select timestamp, event_message from postgres_logs order by timestamp desc limit 50',
    level: 'schema_and_logs',
    permission: 'logs:read',
    input: z.object({
      sql: z.string().min(1).max(10_000),
      hours: z.number().min(0.1).max(MAX_HOURS).default(1),
    }),
    async run({ sql, hours }, caller) {
      const end = now()
      const start = new Date(end.getTime() - hours * HOUR_MS)
      const { result, error } = await caller.call(readProjectAnalyticsLogs, {
        query: {
          sql,
          iso_timestamp_start: start.toISOString(),
          iso_timestamp_end: end.toISOString(),
        },
      })
      if (error) return `Error: ${error.message}`
      return result.length === 0
        ? 'No events.'
        : result.map((row) => JSON.stringify(row)).join('\n')
    },
  }),
]
