import {
  MAX_QUERY_SECONDS,
  type ScheduledQuery,
  type ScheduledQuerySettings,
} from '@stoa/contract/services/alerts/queries'
import { readSchedule } from '../../components/cron/read-schedule.ts'

/** The form of a scheduled query. The schedule can also be in words. */
export type QueryDraft = {
  name: string
  sql: string
  schedule: string
  timeout: string
  enabled: boolean
  mailTo: string[]
}

export const newQuery = (name = '', sql = ''): QueryDraft => ({
  name,
  sql,
  schedule: '',
  timeout: '15',
  enabled: true,
  mailTo: [],
})

export const draftOf = (query: ScheduledQuery): QueryDraft => ({
  name: query.name,
  sql: query.sql,
  schedule: query.schedule,
  timeout: String(query.timeout_seconds),
  enabled: query.enabled,
  mailTo: query.mail_to,
})

export const settingsOf = (draft: QueryDraft): ScheduledQuerySettings => ({
  name: draft.name.trim(),
  sql: draft.sql.trim(),
  schedule: readSchedule(draft.schedule) ?? '',
  timeout_seconds: Number(draft.timeout),
  enabled: draft.enabled,
  mail_to: draft.mailTo,
})

export function queryProblems({ name, sql, schedule, timeout }: QueryDraft) {
  const isTimeout = /^\d+$/.test(timeout) && Number(timeout) >= 1
  return {
    name: name.trim() === '' ? 'Enter a name.' : undefined,
    sql: sql.trim() === '' ? 'Enter a query.' : undefined,
    schedule: readSchedule(schedule) === undefined ? 'Enter a schedule.' : undefined,
    timeout:
      isTimeout && Number(timeout) <= MAX_QUERY_SECONDS
        ? undefined
        : `Enter 1 to ${MAX_QUERY_SECONDS} seconds.`,
  }
}
