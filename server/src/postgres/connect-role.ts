import { DatabaseError, type Client } from 'pg'
import { AppError } from '../lib/errors.ts'
import { connectClient, type ClientOptions, type Endpoint } from './connections/connect.ts'
import { isDamage } from './failures.ts'
import type { ServiceRole } from './session.ts'

export type RoleConnectionOptions = {
  readonly endpoint: Endpoint
  /**
   * The account that each service role signs in with: the role itself, or the single account of an
   * external server.
   */
  readonly login: (role: ServiceRole) => { readonly user: string; readonly password: string }
  /**
   * Called when a service's role can no longer sign in. Resolves to whether another attempt makes
   * sense.
   */
  readonly repairLogins?: () => Promise<boolean>
  /**
   * Why the database is read-only, as the error for statements that are refused because of it.
   * `recent` also covers the moment after that state ended, because sessions notice the end one by
   * one.
   */
  readonly readOnlyReason?: (when?: 'recent') => AppError | undefined
  /** Called when a statement or a connection fails because data or an index is damaged. */
  readonly onDamage?: () => void
  /** Why the roles of members cannot sign in now. */
  readonly closedReason?: () => AppError | undefined
}

const WRONG_PASSWORD = '28P01'
/** A library that the session loads, `local_preload_libraries`. */
const MISSING_FILE = '58P01'
/** Far longer than any statement of a service takes. */
const SERVICE_TIMEOUT_MS = 30_000
/** Postgres's functions that refuse a role for its attributes, or for those of the database. */
const REFUSING = new Set(['InitializeSessionUserId', 'CheckMyDatabase'])
export const SUPERUSER = 'supabase_admin'

const isOfMembers = (role: ServiceRole): boolean =>
  role === 'postgres' || role === 'supabase_read_only_user'

export const isOfService = (role: ServiceRole): boolean =>
  role !== SUPERUSER && role !== 'authenticator' && !isOfMembers(role)

type Connecting = {
  readonly role: ServiceRole
  readonly applicationName: string
  readonly how?: Partial<Pick<ClientOptions, 'pipeline' | 'hasOwnersSettings' | 'isReplication'>>
  readonly endpoint?: Endpoint
}

/** Signs in as a role, with the guards that its sessions need. */
export async function connectRole(
  options: RoleConnectionOptions,
  { role, endpoint = options.endpoint, ...connecting }: Connecting,
): Promise<Client> {
  const closed = isOfMembers(role) ? options.closedReason?.() : undefined
  if (closed) throw closed
  const client = clientOptions(options, role, connecting)
  try {
    return await connectClient(endpoint, client)
  } catch (error) {
    if (isDamage(error)) options.onDamage?.()
    if (!isRefusedLogin(error)) throw error
    // The owner may have changed the password with SQL.
    if (role === 'postgres' && error.code === WRONG_PASSWORD) throw passwordChanged(error)
    if (!(await options.repairLogins?.())) throw error
    return connectClient(endpoint, client)
  }
}

const clientOptions = (
  { login, readOnlyReason }: RoleConnectionOptions,
  role: ServiceRole,
  { applicationName, how }: Pick<Connecting, 'applicationName' | 'how'>,
): ClientOptions => ({
  ...login(role),
  applicationName,
  pipeline: false,
  hasOwnersSettings: isOfMembers(role),
  ...(role === SUPERUSER && { isReadOnly: false }),
  ...(isOfService(role) && {
    statementTimeoutMs: SERVICE_TIMEOUT_MS,
    ...(readOnlyReason?.() && { isReadOnly: true }),
  }),
  ...how,
})

const isRefusedLogin = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError &&
  (error.code === WRONG_PASSWORD ||
    error.code === MISSING_FILE ||
    REFUSING.has(error.routine ?? ''))

const passwordChanged = (cause: unknown) =>
  new AppError(
    'database_password_changed',
    'The database password was changed with SQL, and the dashboard does not know the new one.',
    {
      status: 409,
      hint: 'Set a new password under Settings → Database.',
      cause,
    },
  )
