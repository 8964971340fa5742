import type { FastifyRequest } from 'fastify'
import type { Mailer } from '../fleet/project.ts'
import type { ServiceSession } from '../postgres/database.ts'
import type { Access } from './access/access.ts'
import type { Actor } from './audit.ts'
import type { PlatformDeps } from './deps.ts'
import type { InTurn } from './in-turn.ts'
import type { Mailbox } from './mailbox/mailbox.ts'
import type { PasswordStrength } from './profile/password-strength.ts'

/** What every verb of the platform may use. */
export type Context = PlatformDeps & {
  /**
   * The control plane's database. Service access throughout: who may do what is decided by the
   * permission table before a verb runs, not by row level security.
   */
  readonly session: ServiceSession
  readonly access: Access
  readonly mail: Mailer
  readonly inTurn: InTurn
  readonly mailbox: Mailbox
  readonly passwordStrength: PasswordStrength
  /** Who asks, for the audit log. */
  readonly actorOf: (request: FastifyRequest) => Actor
}
