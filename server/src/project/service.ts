import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Caller } from './caller.ts'
import type { Member } from './member.ts'
import type { Project } from './project.ts'

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
