import type { FastifyRequest } from 'fastify'
import { storableText } from '../lib/storable-text.ts'
import type { Member } from '../project/member.ts'
import type { MemberAction } from '../project/service.ts'
import type { Session } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'

/** The sender of a request, their address and the time; part of every change's input. */
export type Actor = { readonly member: Member; readonly ip: string; readonly at: Date }

/** The server itself, for changes without a request: an elapsed deadline or the first start. */
export type SystemActor = {
  readonly member: { readonly kind: 'system' }
  readonly ip: null
  readonly at: Date
}

export type AuditEntry = {
  /** Noun and verb: `project.delete`. */
  readonly action: string
  /** The organization, or the project with its organization, that the action was done to. */
  readonly on?: { readonly slug: string; readonly ref?: string }
  /** The action's object, if it is neither the organization nor the project. */
  readonly target?: string
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>>
}

export const actorOf = (request: FastifyRequest, at: Date): Actor => ({
  member: request.member,
  ip: request.ip,
  at,
})

export const systemActor = (at: Date): SystemActor => ({
  member: { kind: 'system' },
  ip: null,
  at,
})

/** The account behind a change; null for a change that no account has made. */
export const accountIdOf = ({ member }: Actor | SystemActor): string | null =>
  member.kind === 'person' ? member.userId : null

/** Adds a row to the audit log, within the change's own transaction where there is one. */
export async function audit(
  session: Session,
  actor: Actor | SystemActor,
  entry: AuditEntry,
): Promise<void> {
  const email = actor.member.kind === 'person' ? actor.member.email : null
  await session.run(sql`
    insert into platform.audit_log
      (at, actor_kind, actor_id, actor_email, action, organization_slug, project_ref, target, ip, metadata)
    values
      (${actor.at}, ${actor.member.kind}, ${accountIdOf(actor)}, ${email}, ${entry.action},
       ${entry.on?.slug ?? null}, ${entry.on?.ref ?? null}, ${entry.target ?? null},
       ${actor.ip}, ${JSON.stringify(entry.metadata ?? {})}::jsonb)`)
}

const MAX_TEXT_LENGTH = 2000

/**
 * An action of a service in a form that the audit log can store. Its texts often come from a
 * request for something that does not exist, so they can have any length and characters that
 * Postgres refuses.
 */
export function storable({ action, target, metadata }: MemberAction): MemberAction {
  const entries = Object.entries(metadata ?? {})
  return {
    action,
    ...(target !== undefined && { target: shortText(target) }),
    metadata: Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? shortText(value) : value]),
    ),
  }
}

const shortText = (text: string) => storableText(text.slice(0, MAX_TEXT_LENGTH))
