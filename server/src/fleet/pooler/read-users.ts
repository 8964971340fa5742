import { z } from 'zod'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import { connectSuperuser } from '../machine/credentials.ts'
import type { Passwords } from '../machine/passwords.ts'
import type { PoolerUser } from './pooler-config.ts'

const MAX_USERS = 5000
const STATEMENT_MS = 10_000

const Users = z.array(z.object({ name: z.string(), verifier: z.string() }))

const USERS = `
  select rolname::pg_catalog.text as name, rolpassword as verifier from pg_catalog.pg_authid
  where rolcanlogin and pg_catalog.starts_with(rolpassword, 'SCRAM-SHA-256$')
  order by oid limit ${MAX_USERS}`

/** The roles of a cluster that sign in with a password, except those that clients cannot use. */
export async function readPoolerUsers(
  {
    passwords,
    closedRoles,
  }: { readonly passwords: Passwords; readonly closedRoles: ReadonlySet<string> },
  { ref, socketDir }: { readonly ref: string; readonly socketDir: string },
): Promise<readonly PoolerUser[]> {
  const client = await connectSuperuser(
    { ...ownEndpoint(socketDir), database: 'template1' },
    [passwords.of(ref, SUPERUSER)],
    STATEMENT_MS,
  )
  try {
    const { rows } = await client.query<Record<string, unknown>>(USERS)
    return Users.parse(rows).filter(({ name }) => !closedRoles.has(name))
  } finally {
    await endClient(client)
  }
}
