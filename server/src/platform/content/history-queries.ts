import { PastRun } from '@stoa/contract/platform/content-history'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql } from '../../postgres/sql.ts'
import type { MemberRun } from '../../project/member-run.ts'
import { Timestamp } from '../timestamp.ts'
import type { ContentCaller } from './content-caller.ts'
import { MAX_RUNS } from './limits.ts'

type Runner = Pick<ContentCaller, 'projectId' | 'userId'>

const PastRunRow = PastRun.extend({ started_at: Timestamp })

const whereRunner = ({ projectId, userId }: Runner) =>
  sql`user_id = ${userId} and project_id = ${projectId}`

export const insertRun = (
  session: Session,
  { projectId, userId }: Runner,
  run: MemberRun & { readonly isCut: boolean; readonly startedAt: Date },
) =>
  session.run(sql`
    insert into platform.sql_runs
      (user_id, project_id, sql, is_cut, is_masked, started_at, duration_ms, ended, row_count,
       error_code, error_message, role)
    values (${userId}, ${projectId}, ${run.sql}, ${run.isCut}, ${run.isMasked}, ${run.startedAt},
            ${run.durationMs}, ${run.ended}, ${run.rowCount}, ${run.errorCode},
            ${run.errorMessage}, ${run.role})`)

export const dropExcessRuns = (session: Session, runner: Runner) =>
  session.run(sql`
    delete from platform.sql_runs
    where ${whereRunner(runner)} and position <= (
      select position from platform.sql_runs
      where ${whereRunner(runner)} order by position desc offset ${MAX_RUNS} limit 1)`)

export const listRunRows = (
  session: Session,
  runner: Runner,
  page: {
    readonly search: string | undefined
    readonly outcome: 'all' | 'succeeded' | 'failed'
    readonly before: number | undefined
    readonly since: Date
    readonly limit: number
  },
) =>
  session.many(
    sql`
      select position::double precision as id, sql, is_cut, is_masked, started_at, duration_ms,
             ended, row_count, error_code, error_message, role
      from platform.sql_runs
      where ${whereRunner(runner)} and started_at > ${page.since}
        ${page.before === undefined ? emptySql : sql`and position < ${page.before}::bigint`}
        ${page.outcome === 'all' ? emptySql : sql`and (ended is null) = ${page.outcome === 'failed'}`}
        ${
          page.search
            ? sql`and (strpos(lower(sql), lower(${page.search})) > 0
                    or strpos(lower(error_message), lower(${page.search})) > 0)`
            : emptySql
        }
      order by position desc limit ${page.limit}`,
    PastRunRow,
  )

export const removeRuns = (session: Session, runner: Runner) =>
  session.run(sql`delete from platform.sql_runs where ${whereRunner(runner)}`)

export const dropRunsBefore = (session: Session, before: Date) =>
  session.run(sql`delete from platform.sql_runs where started_at <= ${before}`)
