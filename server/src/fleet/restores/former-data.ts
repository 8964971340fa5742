import path from 'node:path'
import { measure } from '../../lib/untrusted-folder/folders.ts'
import type { Session } from '../../postgres/database.ts'
import type { FleetFolders } from '../copies/template.ts'
import { findRestore, type RestoreRow } from './restore-records.ts'

/** The folder of the data that a project had before its restore. */
export const formerDataDir = (
  { projects }: Pick<FleetFolders, 'projects'>,
  { ref, id }: Pick<RestoreRow, 'ref' | 'id'>,
): string => path.join(projects, `${ref}.before-${id}`)

/** The space that the state before the last restore occupies. */
export async function keptBytes(
  session: Session,
  folders: Pick<FleetFolders, 'projects'>,
  ref: string,
): Promise<number> {
  const restore = await findRestore(session, ref)
  return restore ? (await measure(formerDataDir(folders, restore))).bytes : 0
}
