import type { FileColumn } from '@stoa/contract/services/table-files'
import {
  MAX_FILE_SOURCES,
  type createFileSource,
  type FileSource,
  type previewFile,
  type updateFileSource,
} from '@stoa/contract/services/wrappers/files'
import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import type { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { invalidSchedule } from '../../../project/refusals.ts'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import type { Session } from '../../../postgres/session.ts'
import { ident, sql, type Sql } from '../../../postgres/sql.ts'
import type { Member } from '../../../project/member.ts'
import type { Project } from '../../../project/project.ts'
import { requireUnchanged } from '../../../project/unchanged.ts'
import {
  changeSecret,
  forgetSecret,
  keepSecret,
  readSecret,
  type SecretLabel,
} from '../credentials.ts'
import type { Identity } from '../identity.ts'
import { authorOf } from '../../../project/migration-record.ts'
import { recordChange } from '../record-change.ts'
import { recordsOf } from '../sessions.ts'
import { undoingOnFailure, type Undo } from '../undo.ts'
import type { GetFile } from './get-file.ts'
import { tableStatements } from './table-ddl.ts'
import { PREVIEW_MS, SAMPLE_BYTES } from './limits.ts'
import { parseInThread } from '../../../lib/table-files/parse-in-thread.ts'
import { FileProblem } from '../../../lib/table-files/problem.ts'
import {
  readFileRecords,
  readFiles,
  requireFile,
  requireFileRecord,
  toFileSource,
} from './queries.ts'
import type { Refresher } from './refresher.ts'
import * as refusals from './errors.ts'

type Given = z.infer<NonNullable<typeof createFileSource.body>>
type Change = z.infer<NonNullable<typeof updateFileSource.body>>
type Preview = z.infer<NonNullable<typeof previewFile.body>>

/** The file sources of a project. Those with an id reject with 404 `file_source_not_found`. */
export type Sources = {
  list(project: Project): Promise<FileSource[]>
  /** Rejects with the reasons of `download`, or 422 with those of a `FileProblem`. */
  preview(project: Project, given: Preview): Promise<z.infer<typeof previewFile.response>>
  /**
   * Creates the table, records it as a migration, and starts the first run. Rejects with 409
   * `file_table_exists` or `too_many_file_sources`, or 400 `invalid_schedule` or `file_table_refused`.
   */
  create(project: Project, member: Member, given: Given): Promise<FileSource>
  update(project: Project, id: string, change: Change): Promise<FileSource>
  /** Resolves to the name of its table. */
  remove(
    project: Project,
    id: string,
    options: { readonly member: Member; readonly dropsTable: boolean },
  ): Promise<string>
}

export function createSources(deps: {
  readonly identity: Identity
  readonly getFile: GetFile
  readonly refresher: Refresher
  readonly newId: () => string
}): Sources {
  const { identity, getFile, refresher, newId } = deps
  const previews = createFairQueue({ places: 2, maxWaiting: 4, refuse: refusals.previewsBusy })

  /** A transaction on the records. If it fails, its changes to the vault are undone. */
  const change = (
    project: Project,
    work: (tx: Session, undo: Undo) => Promise<void>,
  ): Promise<void> =>
    undoingOnFailure((undo) => recordsOf(project).transaction((tx) => work(tx, undo))).catch(
      (error: unknown) => {
        throw refusals.ofRecord(error)
      },
    )

  async function secretOf(project: Project, credential: Preview['credential']) {
    if (credential === null) return undefined
    if ('password' in credential) return credential.password
    return readSecret(project, credential.secret_id)
  }

  async function read(project: Project, id: string): Promise<FileSource> {
    const record = await requireFileRecord(project, id)
    return toFileSource(record, identity.belongsTo(project.ref, id))
  }

  const forget = (project: Project, id: string): Promise<void> =>
    change(project, async (tx) => {
      const file = await requireFile(tx, id)
      await tx.run(sql`delete from stoa.file_sources where id = ${id}::uuid`)
      await forgetSecret(project, file)
    })

  /** Runs as the owner, and records the migration. */
  const define = (
    project: Project,
    member: Member,
    recorded: { readonly words: readonly string[]; readonly statements: readonly Sql[] },
  ) =>
    project.database
      .as('postgres')
      .transaction(async (tx) => {
        await tx.run(sql`set local lock_timeout = '5s'`)
        await tx.run(sql`set local statement_timeout = '60s'`)
        for (const statement of recorded.statements) await tx.run(statement)
        await recordChange(tx, member, recorded)
      })
      .catch((error: unknown) => {
        throw isDatabaseFailure(error) ? refusals.ofTable(error) : error
      })

  return {
    async list(project) {
      const records = await readFileRecords(project)
      return records.map((record) =>
        toFileSource(record, identity.belongsTo(project.ref, record.id)),
      )
    },
    preview: (project, { place, format, credential }) =>
      previews.run(project.ref, async () => {
        const secret = await secretOf(project, credential)
        const signal = AbortSignal.timeout(PREVIEW_MS)
        const release = project.holdAwake()
        try {
          return await getFile(
            project,
            {
              place,
              secret,
              name: `preview-${newId()}`,
              timeoutMs: PREVIEW_MS,
              signal,
              ...(format.kind !== 'parquet' && { sampleBytes: SAMPLE_BYTES }),
            },
            async (file) => {
              if (!file) throw new Error('A preview has no known version')
              const { path, isPartial } = file
              const work = { kind: 'sample' as const, isPartial }
              for await (const parsed of parseInThread({ path, format, work }, signal)) {
                if (parsed.kind !== 'sample') continue
                if (parsed.columns.length === 0) throw refusals.empty()
                return {
                  columns: parsed.columns.map(withRoom),
                  rows: parsed.rows.map((row) =>
                    row.map((cell) => cell && cell.slice(0, MAX_PREVIEW_LENGTH)),
                  ),
                }
              }
              throw refusals.empty()
            },
          )
        } catch (error) {
          if (error instanceof FileProblem) throw refusals.ofFile(error)
          throw signal.aborted ? refusals.slow(error) : error
        } finally {
          release()
        }
      }),
    async create(project, member, given) {
      const { schema, table, columns } = given
      requireCronFields(given.schedule)
      requireDistinct(columns)
      const id = newId()
      await change(project, async (tx, undo) => {
        await tx.run(sql`select pg_catalog.pg_advisory_xact_lock(${LOCK})`)
        const records = await readFiles(tx)
        if (records.length >= MAX_FILE_SOURCES) throw refusals.tooMany()
        if (records.some((one) => one.schema === schema && one.table === table))
          throw refusals.tableExists(schema, table)
        const secret = given.credential
          ? await keepSecret(project, { label: labelOf(given), credential: given.credential }, undo)
          : { id: null, isOwn: false }
        await tx.run(sql`
          insert into stoa.file_sources (id, schema, "table", place, format, columns, schedule,
            secret_id, owns_secret, belongs_to)
          values (${id}::uuid, ${schema}, ${table}, ${JSON.stringify(given.place)}::jsonb,
            ${JSON.stringify(given.format)}::jsonb, ${JSON.stringify(columns)}::jsonb,
            ${given.schedule}, ${secret.id}::uuid, ${secret.isOwn}::boolean,
            ${identity.belongsTo(project.ref, id)})`)
      })
      try {
        await tryStatements(project, tableStatements(given))
      } catch (error) {
        await forget(project, id)
        throw error
      }
      await refresher.plan(project, id, given.schedule)
      // The first load creates the table, so that a failed one leaves no empty table.
      await refresher.begin(project, id, { trigger: 'create', author: authorOf(member) })
      return read(project, id)
    },
    async update(project, id, { credential, replaces, ...given }) {
      if (given.schedule !== undefined) requireCronFields(given.schedule)
      const before = await requireFileRecord(project, id)
      const belongsTo = identity.belongsTo(project.ref, id)
      // A copy must not send a credential that no member of its own entered.
      if (credential === undefined && before.belongs_to !== belongsTo) throw refusals.disconnected()
      await change(project, async (tx) => {
        await tx.run(sql`select from stoa.file_sources where id = ${id}::uuid for update`)
        requireUnchanged(await requireFileRecord(project, id, tx), replaces)
        const secret = credential
          ? await changeSecret(project, { before, label: labelOf(before) }, credential)
          : { id: before.secret_id, isOwn: before.owns_secret }
        if (credential === null) await forgetSecret(project, before)
        await tx.run(sql`
          update stoa.file_sources set
            place = ${JSON.stringify(given.place ?? before.place)}::jsonb,
            format = ${JSON.stringify(given.format ?? before.format)}::jsonb,
            schedule = ${given.schedule === undefined ? before.schedule : given.schedule},
            secret_id = ${credential === null ? null : secret.id}::uuid,
            owns_secret = ${credential === null ? false : secret.isOwn}::boolean,
            belongs_to = ${belongsTo},
            etag = ${given.place || given.format ? null : before.etag},
            last_modified = ${given.place || given.format ? null : before.last_modified}
          where id = ${id}::uuid`)
      })
      const after = await read(project, id)
      await refresher.plan(project, id, after.schedule)
      return read(project, id)
    },
    async remove(project, id, { member, dropsTable }) {
      const { schema, table, has_table: hasTable } = await read(project, id)
      await refresher.cancel(project, id)
      if (dropsTable && hasTable)
        await define(project, member, {
          words: ['drop', 'table', schema, table],
          statements: [sql`drop table if exists ${ident(schema, table)} cascade`],
        })
      await forget(project, id)
      return `${schema}.${table}`
    },
  }
}

/** Runs statements as the owner and rolls them back, so that their errors are known. */
const tryStatements = (project: Project, statements: readonly Sql[]) =>
  project.database
    .as('postgres')
    .transaction(async (tx) => {
      await tx.run(sql`set local lock_timeout = '5s'`)
      for (const statement of statements) await tx.run(statement)
      throw ROLLED_BACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLED_BACK) throw isDatabaseFailure(error) ? refusals.ofTable(error) : error
    })

const ROLLED_BACK = new Error('Rolled back')
const MAX_PREVIEW_LENGTH = 200

/** Later versions of the file can have larger numbers. */
const withRoom = (column: FileColumn): FileColumn =>
  column.type === 'integer' ? { ...column, type: 'bigint' } : column

/** The number of the lock that creations wait for. */
const LOCK = 7_305_620

const labelOf = ({ schema, table }: Pick<Given, 'schema' | 'table'>): SecretLabel => ({
  name: `file_source_${schema}_${table}`,
  description: `Credential of the file source of ${schema}.${table}`,
})

function requireCronFields(text: string | null): void {
  if (text === null || parseSchedule(text)?.kind === 'cron') return
  throw invalidSchedule(text, 'Use five cron fields such as 5 4 * * *, or a name such as @daily.')
}

function requireDistinct(columns: readonly FileColumn[]): void {
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return
  throw new AppError('file_columns_ambiguous', `Two columns have the name ${twice}.`, {
    status: 400,
    hint: 'Rename one of them.',
  })
}
