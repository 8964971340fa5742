import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import type { CallerContext, CallerStatement } from '../../../postgres/database.ts'
import { compile } from '../../../postgres/sql.ts'
import { sqlFile } from '../../../postgres/sql-file.ts'
import { parseJson } from '../request/body.ts'

const Rights = z.object({
  select: z.boolean(),
  insert: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
})
export type Rights = z.infer<typeof Rights>

/**
 * A role's privileges in a schema: rights by relation, and the functions it may call by oid, with
 * argument types shortened by the caller's search path.
 */
const Privileges = z.object({
  relations: z.array(z.tuple([z.string(), Rights])).transform((all) => new Map(all)),
  routines: z.array(z.tuple([z.string(), z.array(z.string())])).transform((all) => new Map(all)),
})
export type Privileges = z.infer<typeof Privileges>

const PRIVILEGES = sqlFile(new URL('privileges.sql', import.meta.url))

/** Parses the result of `readPrivileges`. */
export const parsePrivileges = (text: string): Privileges => Privileges.parse(parseJson(text))

/**
 * Reads privileges as the caller, so that inherited ones count, after the pre-request function.
 * Equal privileges are equal texts.
 */
export async function readPrivileges(
  { database }: Project,
  context: CallerContext,
  before: CallerStatement | undefined,
  schema: string,
): Promise<string> {
  const asking = compile(PRIVILEGES(schema))
  const results = before
    ? await database.asCaller(context, before, [asking])
    : await database.asCaller(context, asking)
  const [answer] = results.at(-1)?.rows[0] ?? []
  return answer ?? '{"relations":[],"routines":[]}'
}
