import type { FileColumn } from '@stoa/contract/services/table-files'
import {
  MAX_FILE_SOURCES,
  type createFileSource,
  type FileSource,
} from '@stoa/contract/services/wrappers/files'
import type { z } from 'zod'
import type { Member } from '../../../project/member.ts'
import { authorOf } from '../../../project/migration-record.ts'
import type { Project } from '../../../project/project.ts'
import { keepSecret } from '../credentials.ts'
import { columnTwice, tableExists, tooMany } from './errors.ts'
import { forgetSource } from './delete-source.ts'
import { readFiles } from './queries.ts'
import {
  changeRecords,
  getSource,
  labelOf,
  requireCronFields,
  type SourceContext,
} from './source-context.ts'
import { insertSource, lockCreation } from './source-queries.ts'
import { tryCreation } from './table-ddl.ts'

type NewSource = z.infer<NonNullable<typeof createFileSource.body>>

/**
 * Adds a source and starts the first run, which creates the table. Rejects with 409
 * `file_table_exists` or `too_many_file_sources`, or 400 `invalid_schedule` or `file_table_refused`.
 */
export async function createSource(
  context: Pick<SourceContext, 'identity' | 'newId' | 'refresher'>,
  project: Project,
  { member, source }: { readonly member: Member; readonly source: NewSource },
): Promise<FileSource> {
  requireCronFields(source.schedule)
  requireDistinct(source.columns)
  const { identity, refresher } = context
  const id = context.newId()
  const belongsTo = identity.belongsTo(project.ref, id)
  await addRecord(project, { ...source, id, belongsTo })
  try {
    await tryCreation(project, source)
  } catch (error) {
    await forgetSource(project, id)
    throw error
  }
  await refresher.plan(project, id, source.schedule)
  // The first load creates the table, so that a failed one leaves no empty table.
  await refresher.begin(project, id, { trigger: 'create', author: authorOf(member) })
  return getSource(context, project, id)
}

/** Adds the record and its secret. */
const addRecord = (
  project: Project,
  source: NewSource & { readonly id: string; readonly belongsTo: string },
): Promise<void> =>
  changeRecords(project, async (tx, undo) => {
    const { schema, table, credential } = source
    await lockCreation(tx)
    const records = await readFiles(tx)
    if (records.length >= MAX_FILE_SOURCES) throw tooMany()
    if (records.some((record) => record.schema === schema && record.table === table))
      throw tableExists(schema, table)
    const secret = credential
      ? await keepSecret(project, { label: labelOf(source), credential }, undo)
      : { id: null, isOwn: false }
    await insertSource(tx, { ...source, secret })
  })

function requireDistinct(columns: readonly FileColumn[]): void {
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw columnTwice(twice)
}
