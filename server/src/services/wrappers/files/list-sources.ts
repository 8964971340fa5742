import type { FileSource } from '@stoa/contract/services/wrappers/files'
import type { Project } from '../../../project/project.ts'
import { readFileRecords, toFileSource } from './queries.ts'
import type { SourceContext } from './source-context.ts'

export async function listSources(
  { identity }: Pick<SourceContext, 'identity'>,
  project: Project,
): Promise<FileSource[]> {
  const records = await readFileRecords(project)
  return records.map((record) => toFileSource(record, identity.belongsTo(project.ref, record.id)))
}
