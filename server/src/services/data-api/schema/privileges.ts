import { z } from 'zod'
import type { Caller, Project } from '../../../fleet/project.ts'
import { parseJson } from '../request/body.ts'
import { readOnce } from './read-once.ts'

const Rights = z.object({
  select: z.boolean(),
  insert: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
})
export type Rights = z.infer<typeof Rights>

/** What one role may do in a schema: rights by relation, and the functions it may call, by oid. */
const Privileges = z.object({
  relations: z.record(z.string(), Rights),
  routines: z.array(z.string()),
})
export type Privileges = z.infer<typeof Privileges>

const PRIVILEGES = readOnce(new URL('privileges.sql', import.meta.url))

/** Asks as the caller, so that what it inherits counts. */
export async function readPrivileges(
  { database }: Project,
  { role }: Caller,
  schema: string,
): Promise<Privileges> {
  const [result] = await database.asCaller(
    { role, settings: {}, isReadOnly: true },
    { text: PRIVILEGES(), values: [schema] },
  )
  const [answer] = result?.rows[0] ?? []
  return Privileges.parse(parseJson(answer ?? '{"relations":{},"routines":[]}'))
}
