import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, Identifier } from './params.ts'
import { PolicyTemplate } from './policy-conditions.ts'

const draft = <Kind extends string, Shape extends z.core.$ZodLooseShape>(
  kind: Kind,
  shape: Shape,
) => z.object({ kind: z.literal(kind), ...shape })

/** SQL that the server writes and a person reads, copies or edits before it runs. */
export const SqlDraft = z.discriminatedUnion('kind', [
  draft('policy_condition', { condition: PolicyTemplate }),
  draft('new_function', { schema: Identifier }),
  draft('new_view', { schema: Identifier }),
  draft('new_domain', { schema: Identifier }),
  draft('new_composite_type', { schema: Identifier }),
  /** The start of a change of a type, because Postgres cannot replace a type as a whole. */
  draft('change_type', {
    schema: Identifier,
    name: Identifier,
    type: z.enum(['domain', 'composite', 'range']),
  }),
  /** The privileges with which the auth service alone can call the function of a hook. */
  draft('hook_privileges', { schema: Identifier, name: Identifier }),
])
export type SqlDraft = z.infer<typeof SqlDraft>

/** Writes SQL for a person. Nothing runs. */
export const draftSql = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/sql-drafts',
  access: 'database:read',
  params: byRef,
  body: z.object({ draft: SqlDraft }),
  response: z.object({ sql: z.string() }),
})
