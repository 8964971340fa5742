import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Who can create an account: anybody, or only people with an invitation. */
export const SignUpPolicy = z.enum(['open', 'invitation'])
export type SignUpPolicy = z.infer<typeof SignUpPolicy>

/** External pages and the support address; null hides the link. */
export const InstallationLinks = z.object({
  support_email: z.string().nullable(),
  enterprise_contact_url: z.string().nullable(),
  discussions_url: z.string().nullable(),
  status_page_url: z.string().nullable(),
})
export type InstallationLinks = z.infer<typeof InstallationLinks>

/** The first page: the list of organizations, or the one project of a self-hosted installation. */
export const LandingPath = z.enum(['/organizations', '/project/default'])
export type LandingPath = z.infer<typeof LandingPath>

/** The information that a browser needs before sign-in. */
export const Installation = z.object({
  /** True until the one-time link has created the first account, the operator. */
  needs_owner: z.boolean(),
  sign_up: SignUpPolicy,
  /** False if mail is stored in the local mailbox, which only operators can read. */
  has_mail_server: z.boolean(),
  environment: z.enum(['development', 'production']),
  links: InstallationLinks,
  /** Whether plans have prices, which the pricing page shows. */
  sells_plans: z.boolean(),
})
export type Installation = z.infer<typeof Installation>

export const getInstallation = endpoint({
  method: 'GET',
  path: '/platform/installation',
  access: 'public',
  response: Installation,
})

export const InstallationChange = z.object({
  sign_up: SignUpPolicy.optional(),
  sells_plans: z.boolean().optional(),
})
export type InstallationChange = z.infer<typeof InstallationChange>

/**
 * Fields that are absent keep their value. Plans can only be sold where their limits are enforced:
 * 409 `plan_limits_off`.
 */
export const updateInstallation = endpoint({
  method: 'PATCH',
  path: '/platform/installation',
  access: 'operator',
  body: InstallationChange,
  response: Installation,
})

/**
 * Creates the first account, the operator of the installation. Works once, with the token of the link
 * that the first start prints; returns 409 `owner_exists` afterwards.
 */
export const claimInstallation = endpoint({
  method: 'POST',
  path: '/platform/installation/claim',
  access: 'public',
  body: z.object({
    token: z.string().min(1).max(200),
    email: z.email().max(320),
    password: z.string().min(8).max(100),
  }),
  response: z.object({
    user_id: z.uuid(),
    /** The owner's first page: creating an organization, or the project that exists already. */
    continue_at: z.enum(['/new', '/project/default']),
  }),
  status: 201,
})

/** Says whether the token of a setup link still works, before its form is filled in. */
export const checkClaimToken = endpoint({
  method: 'POST',
  path: '/platform/installation/claim/check',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ valid: z.boolean() }),
  status: 200,
})

/** Creates an operator account; the command line calls it with the credential of the data folder. */
export const createOwner = endpoint({
  method: 'POST',
  path: '/platform/installation/owners',
  access: 'operator',
  body: z.object({ email: z.email().max(320), password: z.string().min(8).max(100) }),
  response: z.object({ user_id: z.uuid(), email: z.string() }),
  status: 201,
})

/**
 * Removes every second factor of an account whose owner has lost their device. The operator must
 * verify who is asking. Returns 404 `account_not_found` for an unknown address.
 */
export const removeSecondFactors = endpoint({
  method: 'POST',
  path: '/platform/installation/remove-second-factors',
  access: 'operator',
  body: z.object({ email: z.email().max(320) }),
  response: z.object({ email: z.string(), removed: z.int() }),
})

/** Which limits on projects' functions the server's kernel enforces. */
export const Isolation = z.object({
  /** Functions cannot reach private networks. */
  networks: z.boolean(),
  /** Functions cannot reach the machine's abstract Unix sockets. */
  abstract_sockets: z.boolean(),
  /** Functions can only read their own files and some of the system's. */
  files: z.boolean(),
  /**
   * Restrictions that are not enforced for functions and databases, and what an operator can do
   * about it.
   */
  gaps: z.array(z.object({ message: z.string(), hint: z.string() })),
})
export type Isolation = z.infer<typeof Isolation>

export const getIsolation = endpoint({
  method: 'GET',
  path: '/platform/installation/isolation',
  access: 'operator',
  response: Isolation,
})

/** The backups from which a lost installation can be recovered. */
export const RecoveryState = z.object({
  /** False where the installation makes no backups. */
  is_enabled: z.boolean(),
  /** Whether the backups are in the data folder, and so don't survive the loss of its disk. */
  is_on_same_disk: z.boolean(),
  /** Whether the server backs up the platform's own database; false for an external one. */
  has_platform_database: z.boolean(),
  /** The newest complete backup of the platform's own database; null before the first. */
  completed_at: z.string().nullable(),
  /** Why that database is not backed up at present, as a sentence; null if it is. */
  failure: z.string().nullable(),
  /** How many projects' files could not be copied the last time. */
  failed_files: z.int(),
})
export type RecoveryState = z.infer<typeof RecoveryState>

export const getRecoveryState = endpoint({
  method: 'GET',
  path: '/platform/installation/recovery',
  access: 'operator',
  response: RecoveryState,
})

/**
 * Checks whether the key of a recovery sheet belongs to this installation. The proof is derived
 * from the key, which is never sent.
 */
export const checkRecoveryKey = endpoint({
  method: 'POST',
  path: '/platform/installation/recovery-key/check',
  access: 'operator',
  body: z.object({ proof: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: z.object({ matches: z.boolean() }),
})

/** A mail in the local mailbox, which stores mail while no mail server is configured. */
export const Mail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sent_at: z.string(),
})
export type Mail = z.infer<typeof Mail>

/** Mail of the platform itself: invitations, recovery links of dashboard accounts. */
export const listInstallationMail = endpoint({
  method: 'GET',
  path: '/platform/installation/mailbox',
  access: 'operator',
  response: z.array(Mail),
})

/** Mail that a project's auth service sent to the project's own users. */
export const listProjectMail = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/mailbox',
  access: 'mailbox:read',
  params: z.object({ ref: z.string() }),
  response: z.array(Mail),
})
