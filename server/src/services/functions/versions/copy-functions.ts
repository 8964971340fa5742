import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import type { Secrets } from '../secrets/secrets.ts'
import { functionsFolderOf, type ProjectHandle, type RecordStore } from './record-store.ts'
import { versionFolderOf } from './records.ts'

/**
 * Copies the functions of one project to another that has none of its own. The records come last, so
 * that they name only versions that are there.
 */
export async function copyFunctions(
  { store, secrets }: { readonly store: RecordStore; readonly secrets: Pick<Secrets, 'forCopy'> },
  from: ProjectHandle,
  to: ProjectHandle,
): Promise<void> {
  const records = await store.read(from)
  for (const { id, versions } of records.functions)
    for (const { version } of versions)
      await cp(
        versionFolderOf(functionsFolderOf(from), id, version),
        versionFolderOf(functionsFolderOf(to), id, version),
        { recursive: true, mode: constants.COPYFILE_FICLONE },
      )
  await store.change(to, () => [
    { ...records, secrets: [...secrets.forCopy(from.ref, to.ref, records.secrets)] },
    undefined,
  ])
}
