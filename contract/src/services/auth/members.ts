import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List a project's users, their sessions, and the audit log. */
    'auth:read': true
    /** Create, change, sign out, and delete a project's users. */
    'auth:write': true
  }
}

export const USER_STATES = ['confirmed', 'unconfirmed', 'anonymous', 'banned'] as const
export const USER_SORTS = ['created_at', 'last_sign_in_at', 'email', 'phone'] as const
/** Users that one request can delete. */
export const MAX_DELETED_USERS = 200

/** A user as lists show it. */
export const ListedUser = z.object({
  id: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** From the user's metadata. */
  name: z.string().nullable(),
  /** How the user signs in, such as `email` or `google`. */
  providers: z.array(z.string()),
  created_at: z.string().nullable(),
  last_sign_in_at: z.string().nullable(),
  is_confirmed: z.boolean(),
  is_anonymous: z.boolean(),
  banned_until: z.string().nullable(),
})
export type ListedUser = z.infer<typeof ListedUser>

const Metadata = z.record(z.string(), z.unknown())

export const UserDetail = ListedUser.extend({
  role: z.string(),
  updated_at: z.string().nullable(),
  invited_at: z.string().nullable(),
  email_confirmed_at: z.string().nullable(),
  phone_confirmed_at: z.string().nullable(),
  confirmation_sent_at: z.string().nullable(),
  recovery_sent_at: z.string().nullable(),
  /** The new address of a pending change. */
  new_email: z.string().nullable(),
  app_metadata: Metadata,
  user_metadata: Metadata,
  identities: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      email: z.string().nullable(),
      created_at: z.string().nullable(),
      last_sign_in_at: z.string().nullable(),
    }),
  ),
  factors: z.array(
    z.object({
      id: z.string(),
      friendly_name: z.string().nullable(),
      factor_type: z.string(),
      status: z.string(),
      created_at: z.string(),
    }),
  ),
  passkeys: z.array(
    z.object({
      id: z.string(),
      friendly_name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
})
export type UserDetail = z.infer<typeof UserDetail>

export const UserSession = z.object({
  id: z.string(),
  created_at: z.string().nullable(),
  /** When its tokens were last refreshed, or else when it started. */
  last_used_at: z.string().nullable(),
  /** When the session ends, whatever its tokens say. */
  not_after: z.string().nullable(),
  /** The assurance level: `aal2` with a verified second factor. */
  aal: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type UserSession = z.infer<typeof UserSession>

export const AuditEntry = z.object({
  id: z.string(),
  created_at: z.string().nullable(),
  action: z.string(),
  /** The email address or id of the account that acted; `service_role` for the secret key. */
  actor: z.string(),
  ip: z.string(),
  traits: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const byRef = z.object({ ref: z.string() })
const byUser = byRef.extend({ user_id: z.guid() })
const users = '/platform/auth/{ref}/users'
const user = `${users}/{user_id}` as const
const done = z.object({})

const Filter = {
  /**
   * An id, or the beginning of an email address or phone number. With `match: contains`, also any
   * part of an address, number, or name.
   */
  search: z.string().trim().max(255).optional(),
  match: z.enum(['start', 'contains']).optional(),
  state: z.enum(USER_STATES).optional(),
  provider: z.string().max(100).optional(),
}
const UserFilter = z.object(Filter)
export type UserFilter = z.infer<typeof UserFilter>

/**
 * Up to 200 users, 50 by default, newest first; a search by start in alphabetical order. Searches
 * that take too long end with `search_too_slow`.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: users,
  access: 'auth:read',
  params: byRef,
  query: UserFilter.extend({
    sort: z.enum(USER_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  response: z.object({ users: z.array(ListedUser), next_cursor: z.string().optional() }),
})

/** Counts up to ten thousand users; beyond that, an estimate unless `exact` is `true`. */
export const countUsers = endpoint({
  method: 'GET',
  path: '/platform/auth/{ref}/users-count',
  access: 'auth:read',
  params: byRef,
  query: UserFilter.extend({ exact: z.enum(['true', 'false']).optional() }),
  response: z.object({ count: z.number(), is_estimate: z.boolean() }),
})

export const readUser = endpoint({
  method: 'GET',
  path: user,
  access: 'auth:read',
  params: byUser,
  response: UserDetail,
})

const Address = {
  email: z.string().trim().max(255).optional(),
  phone: z.string().trim().max(40).optional(),
}
const Password = z.string().min(1).max(1000)

export const createUser = endpoint({
  method: 'POST',
  path: users,
  access: 'auth:write',
  params: byRef,
  body: z.object({
    ...Address,
    password: Password.optional(),
    /** Whether the addresses count as confirmed. */
    confirm: z.boolean().optional(),
  }),
  response: UserDetail,
})

/** Creates a user without a password and mails a link to accept the invitation. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/platform/auth/{ref}/invite',
  access: 'auth:write',
  params: byRef,
  body: z.object({ email: z.string().trim().max(255) }),
  response: UserDetail,
})

/** Changes the given fields. A new password ends all sessions of the user. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: user,
  access: 'auth:write',
  params: byUser,
  body: z.object({
    ...Address,
    password: Password.optional(),
    confirm_email: z.literal(true).optional(),
    confirm_phone: z.literal(true).optional(),
    /** How long the user cannot sign in, such as `24h`; `none` ends a ban. */
    ban_duration: z.string().max(50).optional(),
    /** Replaces the metadata. */
    user_metadata: Metadata.optional(),
    app_metadata: Metadata.optional(),
  }),
  response: UserDetail,
})

/**
 * Deletes several users, each in its own transaction, so that one user referenced by other tables
 * does not prevent deleting the rest.
 */
export const deleteUsers = endpoint({
  method: 'POST',
  path: '/platform/auth/{ref}/users-deletion',
  access: 'auth:write',
  params: byRef,
  body: z.object({ user_ids: z.array(z.guid()).min(1).max(MAX_DELETED_USERS) }),
  response: z.object({
    deleted: z.int(),
    /** The users who were not deleted, and the reasons. */
    failed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  }),
})

/** Deletes the user. With `soft`, the row stays without personal data. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: user,
  access: 'auth:write',
  params: byUser,
  query: z.object({ soft: z.enum(['true', 'false']).optional() }),
  response: done,
})

/** Mails the user a link: to set a new password, to sign in, or to confirm the address. */
export const sendUserMail = endpoint({
  method: 'POST',
  path: `${user}/send`,
  access: 'auth:write',
  params: byUser,
  body: z.object({ kind: z.enum(['recovery', 'magiclink', 'confirmation']) }),
  response: done,
})

/**
 * Creates a link that signs in to the project's app as the user, once. The app opens it like a link
 * from a sign-in email.
 */
export const createSignInLink = endpoint({
  method: 'POST',
  path: `${user}/sign-in-link`,
  access: 'auth:write',
  params: byUser,
  body: z.object({}),
  response: z.object({ url: z.string(), expires_at: z.string() }),
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: `${user}/sessions`,
  access: 'auth:read',
  params: byUser,
  response: z.array(UserSession),
})

/**
 * The user's last 20 requests to the project's APIs, newest first, as far as the server remembers
 * them since it started. 404 `user_not_found`.
 */
export const listUserRequests = endpoint({
  method: 'GET',
  path: `${user}/requests`,
  access: 'auth:read',
  params: byUser,
  response: z.array(
    z.object({
      at: z.string(),
      service: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.int(),
      duration_ms: z.number(),
      ip: z.string(),
    }),
  ),
})

/** Ends every session of the user. Access tokens stop working wherever sessions are checked. */
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: `${user}/sessions`,
  access: 'auth:write',
  params: byUser,
  response: done,
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: `${user}/sessions/{session_id}`,
  access: 'auth:write',
  params: byUser.extend({ session_id: z.guid() }),
  response: done,
})

/** Removes a second factor of a user who lost the device. */
export const removeUserFactor = endpoint({
  method: 'DELETE',
  path: `${user}/factors/{factor_id}`,
  access: 'auth:write',
  params: byUser.extend({ factor_id: z.guid() }),
  response: done,
})

/** Removes all second factors of a user, and downgrades sessions that used them. */
export const resetUserFactors = endpoint({
  method: 'DELETE',
  path: `${user}/factors`,
  access: 'auth:write',
  params: byUser,
  response: done,
})

export const removeUserPasskey = endpoint({
  method: 'DELETE',
  path: `${user}/passkeys/{passkey_id}`,
  access: 'auth:write',
  params: byUser.extend({ passkey_id: z.guid() }),
  response: done,
})

/** Removes a sign-in method of a user; 422 `single_identity_not_deletable` for the last one. */
export const unlinkUserIdentity = endpoint({
  method: 'DELETE',
  path: `${user}/identities/{identity_id}`,
  access: 'auth:write',
  params: byUser.extend({ identity_id: z.guid() }),
  response: done,
})

/** The newest entries of the audit log, of one user if `user_id` is given. */
export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/platform/auth/{ref}/audit',
  access: 'auth:read',
  params: byRef,
  query: z.object({
    user_id: z.guid().optional(),
    action: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
    cursor: z.string().max(1000).optional(),
  }),
  response: z.object({ entries: z.array(AuditEntry), next_cursor: z.string().optional() }),
})
