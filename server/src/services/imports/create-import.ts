import { randomUUID } from 'node:crypto'
import type {
  Import,
  ImportDefinition,
  ScriptDefinition,
} from '@stoa/contract/services/imports/imports'
import { MAX_UNFINISHED_IMPORTS } from '@stoa/contract/services/imports/limits'
import type { Project } from '../../project/project.ts'
import { toJob, type ImportContext } from './context.ts'
import { endUnsent } from './end-import.ts'
import { tooManyBytes, tooManyImports } from './errors.ts'
import { MAX_STORED_BYTES } from './limits.ts'
import { planImport } from './plan.ts'
import * as records from './records.ts'

type Context = Pick<ImportContext, 'clock' | 'jobsOf' | 'refuseProtectedSchema'>
type Creation<Definition> = { readonly definition: Definition; readonly author: string | null }

/** Creates an import that waits for its file. */
export async function createImport(
  context: Context,
  project: Project,
  { definition, author }: Creation<ImportDefinition>,
): Promise<Import> {
  const session = project.database.as('postgres')
  const { mode, target } = await planImport(session, definition, context.refuseProtectedSchema)
  return store(context, project, {
    definition,
    author,
    target: {
      schema: target.schema,
      table: target.table,
      table_id: definition.target.kind === 'existing_table' ? definition.target.table_id : null,
      mode,
    },
  })
}

/** Same as above, for a file with SQL. */
export const createScriptImport = (
  context: Context,
  project: Project,
  creation: Creation<ScriptDefinition>,
): Promise<Import> =>
  store(context, project, {
    ...creation,
    target: { schema: null, table: null, table_id: null, mode: 'script' },
  })

type NewImport = Creation<ImportDefinition | ScriptDefinition> & {
  readonly target: Pick<Import, 'schema' | 'table' | 'table_id' | 'mode'>
}

async function store(
  context: Context,
  project: Project,
  { definition, author, target }: NewImport,
): Promise<Import> {
  await endUnsent(context, project)
  const shown: Import = {
    id: randomUUID(),
    file_name: definition.file_name,
    file_bytes: definition.file_bytes,
    ...target,
    status: 'receiving',
    received_bytes: 0,
    progress: 0,
    rows: 0,
    rejected_rows: 0,
    statements: 0,
    skipped_statements: 0,
    error: null,
    created_by: author,
    created_at: context.clock.now().toISOString(),
    ended_at: null,
  }
  const job = toJob({ shown, definition, transaction: null })
  const jobs = context.jobsOf(project)
  // Counted at once, so that many requests at the same time cannot exceed the limits.
  if (jobs.size >= MAX_UNFINISHED_IMPORTS) throw tooManyImports()
  const stored = [...jobs.values()].map((other) => other.stored.shown.file_bytes)
  if (stored.reduce((sum, bytes) => sum + bytes, shown.file_bytes) > MAX_STORED_BYTES)
    throw tooManyBytes(MAX_STORED_BYTES)
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
