import { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

/** An organization, or a project and its organization; `role` is null for somebody without membership. */
export const ScopeRow = z.object({
  organization_id: z.coerce.number(),
  slug: z.string(),
  project_id: z.coerce.number().nullable(),
  ref: z.string().nullable(),
  role: Role.nullable(),
  requires_mfa: z.boolean(),
})
export type ScopeRow = z.infer<typeof ScopeRow>

export const findByOrganization = (session: Session, slug: string, userId: string | null) =>
  session.maybe(
    sql`
      select o.id as organization_id, o.slug, null::bigint as project_id, null as ref, m.role,
        o.requires_mfa
      from platform.organizations o
      left join platform.members m on m.organization_id = o.id and m.user_id = ${userId}
      where o.slug = ${slug}`,
    ScopeRow,
  )

export const findByProject = (session: Session, ref: string, userId: string | null) =>
  session.maybe(
    sql`
      select o.id as organization_id, o.slug, p.id as project_id, p.ref, m.role, o.requires_mfa
      from platform.projects p
      join platform.organizations o on o.id = p.organization_id
      left join platform.members m on m.organization_id = o.id and m.user_id = ${userId}
      where p.ref = ${ref} and p.deleted_at is null`,
    ScopeRow,
  )

export async function findIsOperator(session: Session, userId: string): Promise<boolean> {
  const found = await session.maybe(
    sql`select is_operator from platform.profiles where user_id = ${userId}`,
    z.object({ is_operator: z.boolean() }),
  )
  return found?.is_operator ?? false
}
