import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Database } from '../postgres/database.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { ProjectSettings } from './settings.ts'

/**
 * A running project as its services see it. The platform itself is one too (ref `platform`): its
 * accounts are the users of its own database.
 */
export type Project = {
  readonly ref: string
  readonly database: Database
  /** The keys of this moment; ask again each time and hold no copy. */
  readonly keys: KeyRing
  /** Read again after every change; hold no copy. */
  readonly settings: ProjectSettings
  /** Where the project's API is reached from outside, without a trailing slash. */
  readonly apiUrl: string
}

/** Who a data-plane request runs as: the role and claims row level security sees. */
export type Caller = {
  readonly role: string
  readonly claims: Readonly<Record<string, unknown>>
  /** The claims as JSON text, as `request.jwt.claims` holds them. */
  readonly claimsJson: string
}

/** The person behind a request to the platform or to a service's members' door. */
export type Member = {
  /** Null for the command line, which comes with the operator credential of the data folder. */
  readonly userId: string | null
  readonly email: string | null
  readonly isOperator: boolean
  /** The account has a second factor, and the session proved it. */
  readonly hasSecondFactor: boolean
}

/**
 * What every project offers, one module a service. One instance serves all projects: the gateway
 * resolves the project and the caller and decorates the request with both before a handler runs.
 */
export type Service = {
  readonly name: string
  /** Mounted at `/<name>/v1` of a project's address; `request.project` and `request.caller` are set. */
  readonly publicRoutes?: (app: FastifyInstance) => void | Promise<void>
  /**
   * Contract routes (`lib/http.ts`) under `/platform/<door>/:ref/…`, entered only after the
   * permission table agreed to their `access`. `request.project` and `request.member` are set.
   */
  readonly memberRoutes?: (app: FastifyInstance) => void | Promise<void>
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Numbered SQL applied to a project when it is created, or first woken by a newer release. */
  readonly migrations?: MigrationSource
  /** The project's database has come up. */
  readonly start?: (project: Project) => void | Promise<void>
  /** The project's database is about to stop; whatever the service holds for it goes. */
  readonly stop?: (project: Project) => void | Promise<void>
}

export type MigrationSource = {
  /** The schema whose `migrations` table records what has run. */
  readonly owner: string
  /** A folder of `0001-name.sql` files. */
  readonly folder: URL
}

/** Sends mail for a project; where no mail server is configured it goes to the local mailbox. */
export type Mailer = (mail: {
  readonly projectRef: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}) => Promise<void>

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyRequest {
    project: Project
    caller: Caller
    /** How long it took to read who calls, in milliseconds. */
    callerMs: number
    member: Member
  }
}
