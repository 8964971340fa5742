import type { Project } from '../../project/project.ts'
import { isKeyLost } from './errors.ts'
import { decryptAll } from './queries.ts'

/**
 * The secrets that the library of supabase_vault cannot decrypt. The library does not tell which key
 * a secret needs, so this decrypts all secrets at once and, if that fails, searches by halves. No
 * value leaves the database.
 */
export async function findUnreadable(
  project: Project,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0 || (await areReadable(project, ids))) return []
  if (ids.length === 1) return ids
  const middle = Math.ceil(ids.length / 2)
  return [
    ...(await findUnreadable(project, ids.slice(0, middle))),
    ...(await findUnreadable(project, ids.slice(middle))),
  ]
}

const areReadable = ({ database }: Project, ids: readonly string[]): Promise<boolean> =>
  decryptAll(database.as('postgres'), ids).then(
    () => true,
    (error: unknown) => {
      if (isKeyLost(error)) return false
      throw error
    },
  )
