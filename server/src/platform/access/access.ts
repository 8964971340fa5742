import type { Access as AccessLevel } from '@stoa/contract/endpoint'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { FastifyRequest } from 'fastify'
import { isOperator, memberId, type Member, type Person } from '../../project/member.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { projectNotFound } from '../../project/refusals.ts'
import { forbidden } from '../forbidden.ts'
import { invalidRequest } from '../../lib/refusals.ts'
import type { Database } from '../../postgres/database.ts'
import type { AccountPort } from '../../project/accounts.ts'
import { useToken } from '../access-tokens/port.ts'
import { featureDisabled, requireFeature } from '../features.ts'
import type { Offer, PermissionTable, Standing } from '../permissions.ts'
import { notSignedIn } from '../person.ts'
import { createIdentify, type Identity } from './identify.ts'
import { createMemory } from './memory.ts'
import { findByOrganization, findByProject, findIsOperator, type ScopeRow } from './queries.ts'

/** An organization and the caller's relation to it. */
export type Scope = {
  readonly organizationId: number
  readonly slug: string
  readonly standing: Standing
}
/** A project and the caller's relation to its organization. */
export type ProjectScope = Scope & { readonly projectId: number; readonly ref: string }

type Target = { readonly slug: string } | { readonly ref: string }

/**
 * A table page sends several requests a second. A removed member loses access after at most this
 * time.
 */
const LIFETIME_MS = 2000

export type Access = {
  /**
   * Decides whether a request is allowed and returns the caller. A permission is decided for the
   * organization of the path's `slug`, or the one that owns the project of its `ref`. Rejects with
   * 401 `not_signed_in`, `session_expired` or `invalid_access_token`, 404 `organization_not_found` or `project_not_found`
   * (unknown and somebody else's look the same), or 403 `forbidden`, `feature_disabled`,
   * `second_factor_required` or `organization_requires_mfa`.
   */
  authorize(request: FastifyRequest, level: AccessLevel): Promise<Member>
  /**
   * Whether the member has another permission on what `authorize` has resolved for this request;
   * false where the path names no organization or project.
   */
  can(request: FastifyRequest, permission: Permission): boolean
  /** The same decision for an organization or project that is not in the path. */
  requireIn(member: Member, slug: string, permission: Permission): Promise<Scope>
  requireOn(member: Member, ref: string, permission: Permission): Promise<ProjectScope>
  /** The result of `authorize` for this request. */
  organizationOf(request: FastifyRequest): Scope
  projectOf(request: FastifyRequest): ProjectScope
  /** Call it after every change of memberships, organizations, projects or operators. */
  forget(): void
}

export type AccessDeps = Offer & {
  readonly control: Database
  readonly accounts: AccountPort
  readonly operatorToken: string
  readonly clock: Clock
  readonly permissions: PermissionTable
}

export function createAccess(deps: AccessDeps): Access {
  // Service access, because permissions are decided here, before the caller has any.
  const session = deps.control.as('supabase_admin')
  const { permissions } = deps
  const scopes = createMemory<ScopeRow | undefined>({ clock: deps.clock, lifetimeMs: LIFETIME_MS })
  const operators = createMemory<boolean>({ clock: deps.clock, lifetimeMs: LIFETIME_MS })
  const tokens = createMemory<Awaited<ReturnType<typeof useToken>>>({
    clock: deps.clock,
    lifetimeMs: LIFETIME_MS,
  })
  const identify = createIdentify({
    ...deps,
    findAccessToken: (digest) =>
      tokens.get(digest.toString('hex'), () => useToken(session, digest, deps.clock.now())),
  })
  const resolved = new WeakMap<FastifyRequest, ScopeRow & { standing: Standing }>()

  async function toMember(identity: Identity): Promise<Member> {
    if (identity.kind === 'operator_credential') return identity
    const { userId } = identity
    return {
      ...identity,
      isOperator: await operators.get(userId, () => findIsOperator(session, userId)),
    }
  }

  function find(target: Target, member: Member): Promise<ScopeRow | undefined> {
    const userId = member.kind === 'person' ? member.userId : null
    const id = memberId(member)
    if ('slug' in target)
      return scopes.get(`organization ${target.slug} ${id}`, () =>
        findByOrganization(session, target.slug, userId),
      )
    return scopes.get(`project ${target.ref} ${id}`, () =>
      findByProject(session, target.ref, userId),
    )
  }

  async function decide(member: Member, target: Target, permission: Permission) {
    if (member.kind === 'nobody') throw notSignedIn()
    const row = await find(target, member)
    const standing: Standing | null | undefined =
      member.kind === 'operator_credential' ? 'operator' : row?.role
    if (!row || !standing) throw notFound(target)
    if (!permissions.isAllowed(standing, permission)) throw notAllowed(permission, permissions)
    // The organization's own page stays readable, because it explains what to do.
    const isExcused = member.kind !== 'person' || permission === 'organization:read'
    if (row.requires_mfa && !isExcused && !member.hasSecondFactor) throw secondFactorMissing(member)
    return { ...row, standing }
  }

  return {
    async authorize(request, level) {
      refuseNul(request.params)
      if (level === 'public') return nobody
      if (level === 'anyone') return identified(request)
      const member = await toMember(await identify(request))
      requireFeature(request, deps.disabledFeatures)
      if (level === 'signed-in') return member
      if (level === 'operator') {
        if (!isOperator(member)) throw operatorOnly()
        return member
      }
      resolved.set(request, await decide(member, targetOf(request), level))
      return member
    },
    can(request, permission) {
      const row = resolved.get(request)
      return row !== undefined && permissions.isAllowed(row.standing, permission)
    },
    async requireIn(member, slug, permission) {
      return toScope(await decide(member, { slug }, permission))
    },
    async requireOn(member, ref, permission) {
      return toProjectScope(await decide(member, { ref }, permission))
    },
    organizationOf: (request) => toScope(scopeOf(request)),
    projectOf: (request) => toProjectScope(scopeOf(request)),
    forget() {
      scopes.forget()
      operators.forget()
      tokens.forget()
    },
  }

  /** The caller, or nobody: public endpoints stay available after a session has ended. */
  async function identified(request: FastifyRequest): Promise<Member> {
    if (request.headers.authorization === undefined) return nobody
    try {
      return await toMember(await identify(request))
    } catch (error) {
      if (error instanceof AppError && UNPROVED.has(error.code)) return nobody
      throw error
    }
  }

  function scopeOf(request: FastifyRequest) {
    const row = resolved.get(request)
    if (!row) throw new Error(`${request.routeOptions.url} was not authorized for an organization`)
    return row
  }
}

const nobody: Member = { kind: 'nobody' }

/** Errors after which a request is treated as signed out, where signing in is optional. */
const UNPROVED = new Set([
  'not_signed_in',
  'session_expired',
  'second_factor_required',
  'invalid_access_token',
])

const toScope = (row: ScopeRow & { standing: Standing }): Scope => ({
  organizationId: row.organization_id,
  slug: row.slug,
  standing: row.standing,
})

function toProjectScope(row: ScopeRow & { standing: Standing }): ProjectScope {
  if (row.project_id === null || row.ref === null)
    throw new Error(`The organization ${row.slug} was asked for, not a project`)
  return { ...toScope(row), projectId: row.project_id, ref: row.ref }
}

function targetOf(request: FastifyRequest): Target {
  const { slug, ref } = request.params as { slug?: string; ref?: string }
  // A decision for one of them would admit a stranger to the other.
  if (slug !== undefined && ref !== undefined)
    throw new Error(`${request.routeOptions.url} names two owners`)
  if (slug !== undefined) return { slug }
  if (ref !== undefined) return { ref }
  throw new Error(`${request.routeOptions.url} needs a permission but names nobody to ask`)
}

function refuseNul(params: unknown): void {
  for (const value of Object.values(params ?? {}))
    if (typeof value === 'string' && value.includes('\0'))
      throw invalidRequest(
        'The URL contains a NUL character.',
        'Remove "%00" from the path of the URL.',
      )
}

function notFound(target: Target): AppError {
  if ('ref' in target) return projectNotFound()
  return organizationNotFound()
}

export const organizationNotFound = (): AppError =>
  new AppError('organization_not_found', "We couldn't find that organization", {
    status: 404,
    hint: 'Check its slug, and that your account is a member of it.',
  })

function notAllowed(permission: Permission, permissions: PermissionTable): AppError {
  const feature = permissions.disabledFeatureOf(permission)
  if (feature) return featureDisabled(feature)
  if (permissions.isAbsent(permission))
    return forbidden(
      'This installation has one organization with one project.',
      'Use the project that exists, or set up another installation.',
      permission,
    )
  const roles = permissions.rolesOf(permission).map((role) => role.replaceAll('_', '-'))
  return forbidden(
    `Your role lacks the permission ${permission}.`,
    `Roles with this permission: ${roles.join(', ')}. An owner of the organization can change your role.`,
    permission,
  )
}

const secondFactorMissing = ({ credential }: Pick<Person, 'credential'>) =>
  new AppError(
    'organization_requires_mfa',
    'This organization requires multi-factor authentication.',
    {
      status: 403,
      hint:
        credential === 'access_token'
          ? 'Sign in with a second factor, and create another access token.'
          : 'Add a second factor to your account, then try again.',
    },
  )

const operatorOnly = () =>
  forbidden(
    'Only operators of this installation can do this.',
    'Ask an operator to do it, or to make your account an operator.',
    'operator',
  )
