import type { FastifyRequest } from 'fastify'
import type { Mailer } from '../project/mailer.ts'
import type { KeyedMutex } from '../lib/keyed-mutex.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { ServiceSession } from '../postgres/database.ts'
import type { Access } from './access/access.ts'
import type { Actor } from './audit.ts'
import type { RequestedBackups } from './backups/take-requested.ts'
import type { PlatformDeps } from './deps.ts'
import type { StatusFeed } from './incidents/status-feed.ts'
import type { Mailbox } from './mailbox/mailbox.ts'
import type { PermissionTable } from './permissions.ts'
import type { PasswordStrength } from './profile/password-strength.ts'
import type { ConnectionHandles } from './projects/connection-handles.ts'
import type { ErrorCollector } from './telemetry/error-collector.ts'

/** The dependencies of every verb of the platform. */
export type Context = PlatformDeps & {
  /**
   * The control plane's database. It uses service access throughout, because the permission table
   * decides before a verb runs, not row level security.
   */
  readonly session: ServiceSession
  readonly access: Access
  readonly permissions: PermissionTable
  readonly mail: Mailer
  readonly mutex: KeyedMutex
  readonly mailbox: Mailbox
  readonly passwordStrength: PasswordStrength
  readonly connectionHandles: ConnectionHandles
  readonly statusFeed: StatusFeed
  readonly errorCollector: ErrorCollector
  readonly rateLimiter: RateLimiter
  readonly requestedBackups: RequestedBackups
  /** Call it after a change of a restriction; once it resolves, the gateway enforces the change. */
  readonly restrictionsChanged: () => Promise<void>
  /** The sender of the request, for the audit log. */
  readonly actorOf: (request: FastifyRequest) => Actor
}
