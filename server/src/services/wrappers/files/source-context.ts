import type { FileSource } from '@stoa/contract/services/wrappers/files'
import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import type { Session } from '../../../postgres/session.ts'
import { invalidSchedule } from '../../../project/refusals.ts'
import type { Project } from '../../../project/project.ts'
import type { SecretLabel } from '../credentials.ts'
import type { Identity } from '../identity.ts'
import { recordsOf } from '../sessions.ts'
import { undoingOnFailure, type Undo } from '../undo.ts'
import { ofRecord } from './errors.ts'
import { requireFileRecord, toFileSource } from './queries.ts'
import type { Refresher } from './refresher.ts'

/** The parts that the verbs for file sources share. */
export type SourceContext = {
  readonly identity: Identity
  readonly refresher: Refresher
  readonly newId: () => string
}

/** One source as members see it; 404 `file_source_not_found`. */
export async function getSource(
  { identity }: Pick<SourceContext, 'identity'>,
  project: Project,
  id: string,
): Promise<FileSource> {
  const record = await requireFileRecord(project, id)
  return toFileSource(record, identity.belongsTo(project.ref, id))
}

/** A transaction on the records. If it fails, its changes to the vault are undone. */
export const changeRecords = (
  project: Project,
  work: (tx: Session, undo: Undo) => Promise<void>,
): Promise<void> =>
  undoingOnFailure((undo) => recordsOf(project).transaction((tx) => work(tx, undo))).catch(
    (error: unknown) => {
      throw ofRecord(error)
    },
  )

export const labelOf = ({
  schema,
  table,
}: {
  readonly schema: string
  readonly table: string
}): SecretLabel => ({
  name: `file_source_${schema}_${table}`,
  description: `Credential of the file source of ${schema}.${table}`,
})

/** Rejects a schedule that is not in cron fields with 400 `invalid_schedule`. */
export function requireCronFields(text: string | null): void {
  if (text === null || parseSchedule(text)?.kind === 'cron') return
  throw invalidSchedule(text, 'Use five cron fields such as 5 4 * * *, or a name such as @daily.')
}
