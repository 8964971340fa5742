import type { FileSource, updateFileSource } from '@stoa/contract/services/wrappers/files'
import type { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import { requireUnchanged } from '../../../project/unchanged.ts'
import { changeSecret, forgetSecret } from '../credentials.ts'
import { disconnected } from './errors.ts'
import { requireFileRecord, type FileRecord } from './queries.ts'
import {
  changeRecords,
  getSource,
  labelOf,
  requireCronFields,
  type SourceContext,
} from './source-context.ts'
import { lockSource, updateSourceRow } from './source-queries.ts'

type SourceChange = z.infer<NonNullable<typeof updateFileSource.body>>

export async function updateSource(
  context: Pick<SourceContext, 'identity' | 'refresher'>,
  project: Project,
  { id, change }: { readonly id: string; readonly change: SourceChange },
): Promise<FileSource> {
  const { credential, replaces, schedule, place, format } = change
  if (schedule !== undefined) requireCronFields(schedule)
  const before = await requireFileRecord(project, id)
  const belongsTo = context.identity.belongsTo(project.ref, id)
  // A copy must not send a credential that no member of its own entered.
  if (credential === undefined && before.belongs_to !== belongsTo) throw disconnected()
  await changeRecords(project, async (tx) => {
    await lockSource(tx, id)
    requireUnchanged(await requireFileRecord(project, id, tx), replaces)
    const isSameFile = !place && !format
    await updateSourceRow(tx, {
      id,
      place: place ?? before.place,
      format: format ?? before.format,
      schedule: schedule === undefined ? before.schedule : schedule,
      secret: await saveCredential(project, before, credential),
      belongsTo,
      version: {
        etag: isSameFile ? before.etag : null,
        lastModified: isSameFile ? before.last_modified : null,
      },
    })
  })
  const after = await getSource(context, project, id)
  await context.refresher.plan(project, id, after.schedule)
  return getSource(context, project, id)
}

/** The location of the secret after a change: undefined keeps it, null deletes it. */
async function saveCredential(
  project: Project,
  before: FileRecord,
  credential: SourceChange['credential'],
): Promise<{ id: string | null; isOwn: boolean }> {
  if (credential) return changeSecret(project, { before, label: labelOf(before) }, credential)
  if (credential === undefined) return { id: before.secret_id, isOwn: before.owns_secret }
  await forgetSecret(project, before)
  return { id: null, isOwn: false }
}
