import { z } from 'zod'
import type { Database } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** The users who signed in or refreshed a session since a time. */
export async function countActiveUsers(
  database: Pick<Database, 'as'>,
  since: Date,
): Promise<number> {
  // The service's own role can read its tables even if the project's owner revokes privileges.
  const { count } = await database.as('supabase_auth_admin').one(
    sql`
      select count(*)::float8 as count from auth.users u
      where u.last_sign_in_at >= ${since}
        or exists (
          select from auth.sessions s where s.user_id = u.id and s.updated_at >= ${since}
        )`,
    z.object({ count: z.number() }),
  )
  return count
}
