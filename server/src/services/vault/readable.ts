import { z } from 'zod'
import { sqlstateOf } from '../../postgres/failures.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'

/** The stand-in's error for a lost key, and the one of the library of supabase_vault. */
const LOST: ReadonlySet<string | undefined> = new Set(['VLT01', '22000'])

/** Whether an error says that no key opens a secret. */
export const isKeyLost = (error: unknown): boolean => LOST.has(sqlstateOf(error))

/**
 * The secrets that the library of supabase_vault cannot decrypt. The library does not say which key
 * a secret needs, so they are found by decrypting: usually all at once, and otherwise by halves. No
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
  database
    .as('postgres')
    .one(
      sql`select count(decrypted_secret)::int as readable from vault.decrypted_secrets
        where id = any (${[...ids]}::uuid[])`,
      z.object({ readable: z.number() }),
    )
    .then(
      () => true,
      (error: unknown) => {
        if (isKeyLost(error)) return false
        throw error
      },
    )
