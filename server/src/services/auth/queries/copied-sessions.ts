import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** In a copied project: ends every session, and every sign-in that is under way. */
export async function endSignIns(session: Session): Promise<void> {
  await session.run(sql`delete from auth.sessions`)
  await session.run(sql`delete from auth.refresh_tokens`)
  await session.run(sql`delete from auth.flow_state`)
  await session.run(sql`delete from auth.one_time_tokens`)
  await session.run(sql`delete from auth.oauth_authorizations`)
  await session.run(sql`delete from auth.oauth_client_states`)
}
