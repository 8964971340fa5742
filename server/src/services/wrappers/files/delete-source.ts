import type { Member } from '../../../project/member.ts'
import type { Project } from '../../../project/project.ts'
import { forgetSecret } from '../credentials.ts'
import { requireFile } from './queries.ts'
import { changeRecords, getSource, type SourceContext } from './source-context.ts'
import { deleteSourceRow } from './source-queries.ts'
import { dropTable } from './table-ddl.ts'

/** Ends the source's run and deletes the source. Resolves to the name of its table. */
export async function deleteSource(
  context: Pick<SourceContext, 'identity' | 'refresher'>,
  project: Project,
  {
    id,
    member,
    dropsTable,
  }: { readonly id: string; readonly member: Member; readonly dropsTable: boolean },
): Promise<string> {
  const { schema, table, has_table: hasTable } = await getSource(context, project, id)
  await context.refresher.cancel(project, id)
  if (dropsTable && hasTable) await dropTable(project, member, { schema, table })
  await forgetSource(project, id)
  return `${schema}.${table}`
}

/** Deletes the record of a source and its own secret, and leaves its table. */
export const forgetSource = (project: Project, id: string): Promise<void> =>
  changeRecords(project, async (tx) => {
    const file = await requireFile(tx, id)
    await deleteSourceRow(tx, id)
    await forgetSecret(project, file)
  })
