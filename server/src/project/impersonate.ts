import type { Impersonation } from '@stoa/contract/services/impersonation'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import { sql } from '../postgres/sql.ts'
import type { Caller } from './caller.ts'
import { memberId } from './member.ts'
import type { Project } from './project.ts'

const TOKEN_SECONDS = 3600

/**
 * A member's requests as the same role or user within this time make one entry in the audit log.
 */
const RECORDED_MS = 15 * 60_000
/** Maximum number of remembered entries; beyond it, the oldest are recorded again. */
const MAX_REMEMBERED = 10_000

type MemberRequest = Pick<FastifyRequest, 'project' | 'member' | 'recordAudit'>

/** The caller that a member chose; undefined for the project's owner. */
export type CallerOf = {
  (request: MemberRequest, impersonation: Impersonation): Promise<Caller>
  (request: MemberRequest, impersonation: Impersonation | undefined): Promise<Caller | undefined>
}

/** Members who impersonate roles and users of a project, which the audit log records. */
export function createImpersonations({ clock }: { readonly clock: Clock }): {
  readonly callerOf: CallerOf
} {
  const recorded = new Map<string, number>()

  async function record(request: MemberRequest, { role, userId }: Impersonation): Promise<void> {
    const target = userId ?? role
    const key = [request.project.ref, memberId(request.member), role, target].join(' ')
    const now = clock.now().getTime()
    if (now - (recorded.get(key) ?? -Infinity) < RECORDED_MS) return
    await request.recordAudit({ action: 'impersonation.start', target, metadata: { role } })
    recorded.delete(key)
    recorded.set(key, now)
    for (const oldest of recorded.keys()) {
      if (recorded.size <= MAX_REMEMBERED) return
      recorded.delete(oldest)
    }
  }

  async function callerOf(request: MemberRequest, impersonation: Impersonation): Promise<Caller>
  async function callerOf(
    request: MemberRequest,
    impersonation: Impersonation | undefined,
  ): Promise<Caller | undefined>
  async function callerOf(request: MemberRequest, impersonation: Impersonation | undefined) {
    if (!impersonation) return undefined
    const caller = await callerFor(request.project, impersonation, clock)
    await record(request, impersonation)
    return caller
  }
  return { callerOf }
}

/**
 * The caller of a member's request. The claims are those of the user's token, or of an API key if
 * no user is given. Given claims override them, except the role.
 */
export async function callerFor(
  project: Project,
  { role, userId, claims = {} }: Impersonation,
  clock: Clock,
): Promise<Caller> {
  if (userId !== undefined && role !== 'authenticated')
    throw new AppError('role_without_user', 'Only the role authenticated has a user.', {
      status: 422,
      hint: 'Omit userId, or use that role.',
    })
  const own = userId === undefined ? {} : await claimsOf(project, userId, clock)
  const all = { ...own, ...claims, role }
  return { role, claims: all, claimsJson: JSON.stringify(all) }
}

const User = z.object({
  aud: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  raw_app_meta_data: z.unknown(),
  raw_user_meta_data: z.unknown(),
  is_anonymous: z.boolean(),
})

async function claimsOf(project: Project, userId: string, clock: Clock) {
  // Runs as the project's owner, who can read the accounts; the member could query them too.
  const user = await project.database.as('postgres').maybe(
    sql`
      select aud, email, phone, raw_app_meta_data, raw_user_meta_data, is_anonymous
      from auth.users
      where id = ${userId}`,
    User,
  )
  const now = Math.floor(clock.now().getTime() / 1000)
  return {
    iss: `${project.apiUrl}/auth/v1`,
    sub: userId,
    aud: user?.aud ?? 'authenticated',
    iat: now,
    exp: now + TOKEN_SECONDS,
    aal: 'aal1',
    // A missing account stands for a user who was deleted before the token expired.
    ...(user && {
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      is_anonymous: user.is_anonymous,
    }),
  }
}
