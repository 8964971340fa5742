import { randomUUID } from 'node:crypto'
import type { Import, ImportDefinition } from '@stoa/contract/services/imports/imports'
import { MAX_UNFINISHED_IMPORTS } from '@stoa/contract/services/imports/limits'
import type { Project } from '../../project/project.ts'
import { toJob, type ImportContext } from './context.ts'
import { endUnsent } from './end-import.ts'
import { tooManyImports } from './errors.ts'
import { planImport } from './plan.ts'
import * as records from './records.ts'

/** Creates an import that waits for its file. */
export async function createImport(
  context: Pick<ImportContext, 'clock' | 'jobsOf' | 'refuseProtectedSchema'>,
  project: Project,
  { definition, author }: { readonly definition: ImportDefinition; readonly author: string | null },
): Promise<Import> {
  await endUnsent(context, project)
  const session = project.database.as('postgres')
  const { mode, target } = await planImport(session, definition, context.refuseProtectedSchema)
  const shown: Import = {
    id: randomUUID(),
    file_name: definition.file_name,
    file_bytes: definition.file_bytes,
    schema: target.schema,
    table: target.table,
    table_id: definition.target.kind === 'existing_table' ? definition.target.table_id : null,
    mode,
    status: 'receiving',
    progress: 0,
    rows: 0,
    rejected_rows: 0,
    error: null,
    created_by: author,
    created_at: context.clock.now().toISOString(),
    ended_at: null,
  }
  const job = toJob({ shown, definition, transaction: null })
  const jobs = context.jobsOf(project)
  // Counted at once, so that many requests at the same time cannot exceed the limit.
  if (jobs.size >= MAX_UNFINISHED_IMPORTS) throw tooManyImports()
  jobs.set(shown.id, job)
  try {
    await records.ensureFolder(project)
    await records.writeImport(project, job.stored)
    return shown
  } catch (error) {
    jobs.delete(shown.id)
    throw error
  }
}
