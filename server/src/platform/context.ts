import type { FastifyRequest } from 'fastify'
import type { Mailer } from '../project/mailer.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { ServiceSession } from '../postgres/database.ts'
import type { Access } from './access/access.ts'
import type { Actor } from './audit.ts'
import type { PlatformDeps } from './deps.ts'
import type { StatusFeed } from './incidents/status-feed.ts'
import type { InTurn } from './in-turn.ts'
import type { Mailbox } from './mailbox/mailbox.ts'
import type { PermissionTable } from './permissions.ts'
import type { PasswordStrength } from './profile/password-strength.ts'
import type { ConnectionHandles } from './projects/connection-handles.ts'
import type { ErrorCollector } from './telemetry/error-collector.ts'

/** What every verb of the platform may use. */
export type Context = PlatformDeps & {
  /**
   * The control plane's database. Service access throughout: who may do what is decided by the
   * permission table before a verb runs, not by row level security.
   */
  readonly session: ServiceSession
  readonly access: Access
  readonly permissions: PermissionTable
  readonly mail: Mailer
  readonly inTurn: InTurn
  readonly mailbox: Mailbox
  readonly passwordStrength: PasswordStrength
  readonly connectionHandles: ConnectionHandles
  readonly statusFeed: StatusFeed
  readonly errorCollector: ErrorCollector
  readonly rates: RateLimiter
  /** To be called after a restriction was changed: from its end on, the doors know. */
  readonly restrictionsChanged: () => Promise<void>
  /** Who asks, for the audit log. */
  readonly actorOf: (request: FastifyRequest) => Actor
}
