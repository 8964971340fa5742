import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, Identifier } from './params.ts'
import { PolicyTemplate } from './policy-conditions.ts'

const OnTable = { schema: Identifier, table: Identifier, name: Identifier }
/** More than the text of any expression or trigger that a person has written. */
const MAX_TEXT = 100_000

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
  /** Changes the roles and the expressions of a policy, starting from those that it has. */
  draft('edit_policy', {
    ...OnTable,
    roles: z.array(z.string().max(63)).min(1).max(100),
    using: z.string().max(MAX_TEXT).nullable(),
    check: z.string().max(MAX_TEXT).nullable(),
  }),
  /** Replaces a trigger; one that is a constraint is dropped first, because it cannot be replaced. */
  draft('edit_trigger', { ...OnTable, definition: z.string().max(MAX_TEXT) }),
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
