import type { FastifyRequest } from 'fastify'
import type { Member } from '../project/member.ts'
import type { Session } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'

/** Who did it and from where; part of every change's input. */
export type Actor = { readonly member: Member; readonly ip: string | null; readonly at: Date }

export type AuditEntry = {
  /** Noun and verb: `project.delete`. */
  readonly action: string
  readonly organizationSlug?: string
  readonly projectRef?: string
  /** What the action was done to, where it is neither the organization nor the project. */
  readonly target?: string
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>>
}

export const actorOf = (request: FastifyRequest, at: Date): Actor => ({
  member: request.member,
  ip: request.ip,
  at,
})

/** The server itself, when nobody asks: what time brings about. */
export const systemActor = (at: Date): Actor => ({
  member: { userId: null, email: null, isOperator: true, hasSecondFactor: false },
  ip: null,
  at,
})

/** Adds a row to the audit log, within the change's own transaction where there is one. */
export async function audit(session: Session, actor: Actor, entry: AuditEntry): Promise<void> {
  await session.run(sql`
    insert into platform.audit_log
      (at, actor_id, actor_email, action, organization_slug, project_ref, target, ip, metadata)
    values
      (${actor.at}, ${actor.member.userId}, ${actor.member.email}, ${entry.action},
       ${entry.organizationSlug ?? null}, ${entry.projectRef ?? null}, ${entry.target ?? null},
       ${actor.ip}, ${JSON.stringify(entry.metadata ?? {})}::jsonb)`)
}
