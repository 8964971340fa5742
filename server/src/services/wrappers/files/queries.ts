import { FileColumn, FileFormat } from '@stoa/contract/services/table-files'
import { FilePlace, FileRun, FileSource, KEPT_RUNS } from '@stoa/contract/services/wrappers/files'
import { TableName } from '@stoa/contract/services/wrappers/servers'
import { z } from 'zod'
import type { Session } from '../../../postgres/session.ts'
import { rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { withSecretStates, type SecretState } from '../credentials.ts'
import { recordsOf } from '../sessions.ts'
import { sourceNotFound } from './errors.ts'

/** The stored record of a file source, with the catalog's data about its table. */
const StoredFile = z.object({
  id: z.string(),
  schema: z.string(),
  table: z.string(),
  place: FilePlace,
  format: FileFormat,
  columns: z.array(FileColumn),
  schedule: z.string().nullable(),
  next_run_at: z.string().nullable(),
  secret_id: z.string().nullable(),
  owns_secret: z.boolean(),
  belongs_to: z.string(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  created_at: z.string(),
  has_table: z.boolean(),
  has_row_level_security: z.boolean(),
  api_roles: z.array(z.string()),
  views: z.array(TableName),
  last_run: FileRun.nullable(),
  loaded: FileSource.shape.loaded,
})
export type StoredFile = z.infer<typeof StoredFile>
export type FileRecord = StoredFile & SecretState

const MOMENT = rawSql(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`)
const moment = (value: Sql) => sql`pg_catalog.to_char(${value} at time zone 'UTC', ${MOMENT})`
const RUN = sql`
  pg_catalog.jsonb_build_object(
    'id', r.id::text, 'trigger', r.trigger, 'status', r.status, 'rows', r.rows, 'bytes', r.bytes,
    'started_at', ${moment(sql`r.started_at`)}, 'ended_at', ${moment(sql`r.ended_at`)},
    'error', r.error)`
const API_ROLES = ['anon', 'authenticated']

export const readFiles = (session: Session): Promise<StoredFile[]> =>
  session.many(
    sql`
      select s.id::text, s.schema, s."table", s.place, s.format, s.columns, s.schedule,
        ${moment(sql`s.next_run_at`)} as next_run_at, s.secret_id::text, s.owns_secret, s.belongs_to,
        s.etag, s.last_modified, ${moment(sql`s.created_at`)} as created_at,
        c.oid is not null as has_table, coalesce(c.relrowsecurity, false) as has_row_level_security,
        array(
          select o.rolname::text from pg_catalog.pg_roles as o
          where o.rolname = any (${API_ROLES}::name[])
            and pg_catalog.has_schema_privilege(o.oid, n.oid, 'usage')
            and pg_catalog.has_table_privilege(o.oid, c.oid, 'select')
          order by o.rolname) as api_roles,
        coalesce((
          with recursive dependents as (
            select c.oid as id
            union
            select w.ev_class from dependents as b
            join pg_catalog.pg_depend as d on d.refobjid = b.id
              and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
              and d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
            join pg_catalog.pg_rewrite as w on w.oid = d.objid
          )
          select pg_catalog.jsonb_agg(
            pg_catalog.jsonb_build_object('schema', vn.nspname, 'name', vc.relname)
            order by vn.nspname, vc.relname)
          from dependents as b
          join pg_catalog.pg_class as vc on vc.oid = b.id and vc.relkind in ('v', 'm')
          join pg_catalog.pg_namespace as vn on vn.oid = vc.relnamespace
        ), '[]') as views,
        (select ${RUN} from stoa.file_runs as r where r.source_id = s.id
          order by r.id desc limit 1) as last_run,
        (select pg_catalog.jsonb_build_object('rows', r.rows, 'refreshed_at', (
            select ${moment(sql`pg_catalog.max(u.started_at)`)} from stoa.file_runs as u
            where u.source_id = s.id and u.status in ('succeeded', 'unchanged')))
          from stoa.file_runs as r where r.source_id = s.id and r.status = 'succeeded'
          order by r.id desc limit 1) as loaded
      from stoa.file_sources as s
      left join pg_catalog.pg_namespace as n on n.nspname = s.schema
      left join pg_catalog.pg_class as c
        on c.relnamespace = n.oid and c.relname = s."table" and c.relkind in ('r', 'p')
      order by s.schema, s."table"`,
    StoredFile,
  )

/** The records, in a transaction on them if one is given. */
export const readFileRecords = async (
  project: Project,
  session: Session = recordsOf(project),
): Promise<FileRecord[]> => withSecretStates(project, await readFiles(session))

/** The source with the id; 404 `file_source_not_found`. */
export const requireFile = async (session: Session, id: string): Promise<StoredFile> =>
  findById(await readFiles(session), id)

/** The record with the id, in a transaction on the records if one is given; 404 like `requireFile`. */
export const requireFileRecord = async (
  project: Project,
  id: string,
  session?: Session,
): Promise<FileRecord> => findById(await readFileRecords(project, session), id)

function findById<Found extends { readonly id: string }>(all: readonly Found[], id: string): Found {
  const found = all.find((one) => one.id === id)
  if (found) return found
  throw sourceNotFound()
}

export const toFileSource = (record: FileRecord, belongsTo: string): FileSource =>
  FileSource.parse({
    ...record,
    secret: record.secret_id === null ? null : { id: record.secret_id, name: record.secret_name },
    is_connected:
      record.belongs_to === belongsTo && (record.secret_id === null || record.has_secret),
  })

/** The newest runs of a source. */
export const readRuns = async (session: Session, id: string): Promise<FileRun[]> =>
  (
    await session.many(
      sql`select ${RUN} as run from stoa.file_runs as r where r.source_id = ${id}::uuid
        order by r.id desc limit ${KEPT_RUNS}`,
      z.object({ run: FileRun }),
    )
  ).map(({ run }) => run)
