import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FeatureName } from './features.ts'
import { LandingPath } from './installation.ts'
import { Permission, Role } from './permissions.ts'

/**
 * The installation's features for the caller; the server derives them from mode, plan and settings.
 */
export const Capability = z.enum([
  /** The installation can have more than one organization. */
  'organizations:list',
  'organizations:create',
  /** An organization can have members besides its owner. */
  'members:manage',
  'installation:operate',
  'mailbox:read',
  /** Plans, invoices, and the restrictions of organizations that do not pay. */
  'billing:read',
  'invoices:read',
  /** The limits of an organization's plan are enforced. */
  'plans:limited',
  /** Plans have prices: organizations choose one, and get an invoice each month. */
  'plans:sold',
  'support:create',
  'notifications:read',
  /** Usage events of people who consent are stored. */
  'telemetry:send',
  'notices:manage',
  'incidents:manage',
  'feature_flags:manage',
  'support:manage',
  'billing:manage',
])
export type Capability = z.infer<typeof Capability>

export const Profile = z.object({
  id: z.uuid(),
  primary_email: z.string(),
  display_name: z.string().nullable(),
  is_operator: z.boolean(),
  disabled_features: z.array(FeatureName),
  capabilities: z.array(Capability),
  /** The first page of a person who has not requested another one. */
  landing_path: LandingPath,
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/platform/profile',
  access: 'signed-in',
  response: Profile,
})

/** Creates the profile of a signed-in account that has none; 409 `profile_exists` if it has one. */
export const createProfile = endpoint({
  method: 'POST',
  path: '/platform/profile',
  access: 'signed-in',
  response: Profile,
  status: 201,
})

export const ProfileChange = z.object({
  display_name: z.string().trim().min(1).max(120).nullable(),
})

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/platform/profile',
  access: 'signed-in',
  body: ProfileChange,
  response: Profile,
})

/**
 * Deletes the caller's account with all that is theirs alone. Queries, reports and table views that
 * they have shared go to an owner of the organization. 403 `password_wrong`, 409 `last_owner` for
 * the last owner of an organization, 409 `last_operator` for the last operator, and 403
 * `session_needed` for a request that comes with an access token.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/platform/profile/delete',
  access: 'signed-in',
  body: z.object({ password: z.string().min(1, 'Enter your password.').max(1000) }),
  response: z.object({}),
})

export const getPermissions = endpoint({
  method: 'GET',
  path: '/platform/profile/permissions',
  access: 'signed-in',
  response: z.array(
    z.object({
      organization_slug: z.string(),
      role: Role,
      actions: z.array(Permission),
    }),
  ),
})

export const PasswordScore = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
])

export const PasswordCheck = z.object({
  result: z.object({
    score: PasswordScore,
    feedback: z.object({ suggestions: z.array(z.string()), warning: z.string() }),
  }),
})
export type PasswordCheck = z.infer<typeof PasswordCheck>

export const checkPassword = endpoint({
  method: 'POST',
  path: '/platform/profile/password-check',
  access: 'signed-in',
  body: z.object({ password: z.string().max(10_000) }),
  response: PasswordCheck,
})
