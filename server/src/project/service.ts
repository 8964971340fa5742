import type { Permission, Role } from '@stoa/contract/platform/permissions'
import type { SettingsSection } from '@stoa/contract/settings-section'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ServiceRole } from '../postgres/database.ts'
import type { Caller } from './caller.ts'
import type { Member } from './member.ts'
import type { JobPayload, Project, StoredProject } from './project.ts'

/**
 * What every project offers, one declaration a service: nothing about a service stands anywhere
 * else. One instance serves all projects; whoever needs to know something about every service
 * iterates the declarations.
 */
export type Service = {
  /** Lower-case letters; `/<name>/v1` at a project's address. */
  readonly name: string
  /** For people: `File storage`. */
  readonly title: string
  /** What the clients of a project reach. */
  readonly publicDoor?: PublicDoor
  /** What the members of a project reach under `/platform/<door>/:ref/…`. */
  readonly memberDoors?: readonly MemberDoor[]
  /** The service also serves the platform itself, at `/<name>/v1` of the installation, where no key is asked for. */
  readonly servesPlatform?: true
  /** The service's section of the project's settings. */
  readonly settings?: SettingsSection
  /** Which roles hold the permissions that the service brings. */
  readonly permissions?: Partial<Readonly<Record<Permission, readonly Role[]>>>
  readonly database?: {
    /** Roles the service's sessions sign in as. Its migrations, or the bootstrap's, create them. */
    readonly roles?: readonly ServiceRole[]
    /** Applied to a project when it is created, or first woken by a newer release. */
    readonly migrations?: MigrationSource
  }
  /** Durable work on one project, added with `project.addJob`. */
  readonly jobs?: Readonly<Record<string, ProjectJob>>
  /** Jobs that are added by the clock, for every project. */
  readonly schedules?: readonly Schedule[]
  /** The service keeps files: `project.folder(name)`. */
  readonly hasFolder?: true
  /** What the service counts, by name; requests and bytes sent are counted for every service. */
  readonly meters?: Readonly<Record<string, Meter>>
  /** The service's log source, in the catalogue's names: `auth_logs`. */
  readonly logSource?: string
  /** The project's database has come up. A rejection makes the service unhealthy on this project, and nothing else. */
  readonly start?: (project: Project) => void | Promise<void>
  /** The project's database is about to stop; whatever the service holds for it goes. Also called after a failed start. */
  readonly stop?: (project: Project) => void | Promise<void>
  /** The service's settings of a running project have changed. */
  readonly settingsChanged?: (project: Project) => void
  /** Rejects while the service does not work on this project; asked when somebody looks. */
  readonly check?: (project: Project) => Promise<void>
  /**
   * The project is deleted: whatever the service keeps for it outside database and folder goes.
   * Called again after a crash.
   */
  readonly removed?: (ref: string) => Promise<void>
}

export type PublicDoor = {
  /** Mounted at `/<name>/v1` of a project's address; `request.project` and `request.caller` are set. */
  readonly routes?: (app: FastifyInstance) => void | Promise<void>
  /**
   * Paths below `/<name>/v1` that need no key, since they are followed from a mail or from another
   * site; one that ends in `/*` covers whatever is below it.
   */
  readonly keyless?: readonly string[]
  /**
   * Admits callers that prove themselves in a way of the service's own, such as a signature. Undefined
   * where the request does not try to: then the gateway asks for a key. Throws to refuse.
   */
  readonly admit?: (
    request: FastifyRequest,
    project: Project,
  ) => Caller | undefined | Promise<Caller | undefined>
  readonly cors?: {
    /** Response headers that web pages may read, besides those of every service. */
    readonly exposedHeaders?: readonly string[]
    /** The routes answer preflight requests, and set every CORS header, themselves. */
    readonly isOwn?: true
  }
  /**
   * The largest body in bytes, or `streamed`: handlers get the body as a Node stream of any length.
   * The gateway's limit for JSON when absent.
   */
  readonly body?: { readonly maxBytes: number } | 'streamed'
  /** Takes over a connection that asks for a WebSocket. */
  readonly upgrade?: (upgrade: Upgrade) => void
  /** How the service refuses a method that Node's HTTP parser does not know; 501 `unsupported_method` when absent. */
  readonly refuseMethod?: (method: string) => {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

/** A WebSocket handshake that has been let in. The project stays awake until the socket closes. */
export type Upgrade = {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly project: Project
  readonly caller: Caller
  /** The path below `/<name>/v1`, and what follows the `?`. */
  readonly path: string
  readonly query: URLSearchParams
}

export type MemberDoor = {
  /**
   * `database`: the project is woken and held awake, and `request.project` is set. `records`: the
   * project may be asleep or paused, and `request.storedProject` alone is set.
   */
  readonly needs: 'database' | 'records'
  /** Contract routes (`lib/http.ts`), entered only after the permission table agreed to their `access`. */
  readonly routes: (app: FastifyInstance) => void | Promise<void>
}

export type JobRun = {
  readonly payload: JobPayload
  /** Counts from 1; an attempt that a crash cut short counts. */
  readonly attempt: number
  readonly isLastAttempt: boolean
  /** Fires when the server stops and cannot wait longer. */
  readonly signal: AbortSignal
}

/**
 * `database`: the project is woken for it and held awake meanwhile; a paused project's job waits for
 * its next attempt. `records`: runs whatever the project's state. Both run more than once after a
 * crash, and are not run for a project that is deleted.
 */
export type ProjectJob =
  | { readonly needs: 'database'; run(project: Project, job: JobRun): Promise<void> }
  | { readonly needs: 'records'; run(project: StoredProject, job: JobRun): Promise<void> }

export type Schedule = {
  /** Which of the service's jobs. */
  readonly job: string
  /** Five fields of cron, in UTC: `0 3 * * *`. */
  readonly cron: string
  /** Sleeping projects are woken for it; otherwise only those that run get the job. */
  readonly wakes: boolean
}

export type Meter = { readonly unit: 'count' | 'bytes' | 'milliseconds'; readonly title: string }

/** What the gateway counts for every service, besides the meters that a service declares. */
export const COMMON_METERS = {
  requests: { unit: 'count', title: 'Requests' },
  egress_bytes: { unit: 'bytes', title: 'Bytes sent' },
} as const satisfies Readonly<Record<string, Meter>>

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
    storedProject: StoredProject
    caller: Caller
    /** How long it took to read who calls, in milliseconds. */
    callerMs: number
    member: Member
  }
}
