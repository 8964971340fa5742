import { KEPT_RUNS, type FileRun } from '@stoa/contract/services/wrappers/files'
import { z } from 'zod'
import { storableText } from '../../../lib/storable-text.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { recordsOf, remember } from '../sessions.ts'
import type { FileVersion } from './download.ts'
import type { Problem } from '../../../lib/table-files/problem.ts'
import type { StoredFile } from './queries.ts'

/** How a run ended. Fields that do not apply are left out. */
export type RunEnd = Partial<Pick<FileRun, 'rows' | 'bytes'>> & {
  readonly status: 'succeeded' | 'unchanged' | 'failed'
  readonly error?: Problem
}

/** Adds a run that has just begun; undefined if the source already has one. */
export const insertRun = (
  project: Project,
  sourceId: string,
  { trigger, now }: { readonly trigger: FileRun['trigger']; readonly now: Date },
): Promise<{ id: string } | undefined> =>
  recordsOf(project).maybe(
    sql`
      insert into stoa.file_runs (source_id, trigger, started_at)
      values (${sourceId}::uuid, ${trigger}, ${now})
      on conflict (source_id) where status = 'running' do nothing
      returning id::text`,
    z.object({ id: z.string() }),
  )

export const endRun = (
  project: Project,
  runId: string,
  { status, rows, bytes, error, now }: RunEnd & { readonly now: Date },
): Promise<void> =>
  remember(
    project,
    sql`
      update stoa.file_runs set status = ${status}, rows = ${rows ?? null}::bigint,
        bytes = ${bytes ?? null}::bigint, ended_at = ${now},
        error = ${error ? storableText(JSON.stringify(error)) : null}::jsonb
      where id = ${runId}::bigint`,
  )

/** Ends a source's run if it started before a time. */
export const failOldRun = (
  project: Project,
  sourceId: string,
  { before, now, error }: { readonly before: Date; readonly now: Date; readonly error: Problem },
): Promise<void> =>
  remember(
    project,
    sql`
      update stoa.file_runs set status = 'failed', ended_at = ${now},
        error = ${JSON.stringify(error)}::jsonb
      where source_id = ${sourceId}::uuid and status = 'running' and started_at < ${before}`,
  )

export const failAllRuns = (project: Project, now: Date, error: Problem): Promise<void> =>
  remember(
    project,
    sql`
      update stoa.file_runs set status = 'failed', ended_at = ${now},
        error = ${JSON.stringify(error)}::jsonb
      where status = 'running'`,
  )

/** Deletes a source's old runs, except the one that loaded the table's rows. */
export const deleteOldRuns = (project: Project, sourceId: string): Promise<void> =>
  remember(
    project,
    sql`
      delete from stoa.file_runs where source_id = ${sourceId}::uuid and id not in (
        select id from stoa.file_runs where source_id = ${sourceId}::uuid
        order by id desc limit ${KEPT_RUNS})
      and id is distinct from (
        select pg_catalog.max(id) from stoa.file_runs
        where source_id = ${sourceId}::uuid and status = 'succeeded')`,
  )

export const saveNextRun = (
  project: Project,
  sourceId: string,
  runAt: Date | null,
): Promise<void> =>
  remember(
    project,
    sql`update stoa.file_sources set next_run_at = ${runAt} where id = ${sourceId}::uuid`,
  )

/**
 * Saves the version of the file that was loaded. Skipped if the definition has changed since, which
 * cleared these fields.
 */
export const saveLoadedVersion = (
  project: Project,
  { id, place, format }: StoredFile,
  { etag, lastModified }: FileVersion,
): Promise<void> =>
  remember(
    project,
    sql`
      update stoa.file_sources set etag = ${etag}, last_modified = ${lastModified}
      where id = ${id}::uuid and place = ${JSON.stringify(place)}::jsonb
        and format = ${JSON.stringify(format)}::jsonb`,
  )
