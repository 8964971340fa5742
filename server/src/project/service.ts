import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { SampledMetric } from '@stoa/contract/catalog/metrics'
import type { UsageProductId } from '@stoa/contract/catalog/usage-products'
import type { Permission, Role } from '@stoa/contract/platform/permissions'
import type { SettingsSection } from '@stoa/contract/settings-section'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { EndSignal } from '../lib/end-signal.ts'
import type { Route } from '../lib/http.ts'
import type { Database, ServiceRole } from '../postgres/database.ts'
import type { StandIn, WantedExtension } from '../postgres/engines/extensions.ts'
import type { MigrationOptions } from '../postgres/migrations.ts'
import type { Caller } from './caller.ts'
import type { FinishedRequest } from './finished-request.ts'
import type { LogEvent } from './log-sink.ts'
import type { Member } from './member.ts'
import type { MemberRun } from './member-run.ts'
import type { ServiceOverview } from './overview.ts'
import type { JobPayload, Project, StoredProject } from './project.ts'

/**
 * The complete declaration of a service that every project offers; no other code knows a particular
 * service. One instance serves all projects. Code that needs a fact about every service iterates
 * over the declarations.
 */
export type Service = {
  /** Lowercase letters; the service's path is `/<name>/v1` at a project's address. */
  readonly name: string
  /** The display name, such as `File storage`. */
  readonly title: string
  /** The API for a project's clients. */
  readonly publicDoor?: PublicDoor
  /** The APIs for a project's members, under `/platform/<door>/:ref/…`. */
  readonly memberDoors?: readonly MemberDoor[]
  /** Also serves the platform itself, at the installation's `/<name>/v1`, without an API key. */
  readonly servesPlatform?: true
  /** The service's section of the project's settings. */
  readonly settings?: SettingsSection
  /** Which roles have the permissions that the service adds. */
  readonly permissions?: Partial<Readonly<Record<Permission, readonly Role[]>>>
  readonly database?: {
    /** Roles that the service signs in as. Its migrations or the bootstrap create them. */
    readonly roles?: readonly ServiceRole[]
    /** Applied to a project when it is created, or when a newer release first wakes it. */
    readonly migrations?: MigrationSource
    /** Accepted by `create extension`, because the service provides what the extension would. */
    readonly standIn?: StandIn
    /** The extension used instead on engines that have it. */
    readonly nativeExtension?: NativeExtension
    /** Tables without which the service does not work, owned by the first of its roles. */
    readonly tables?: readonly string[]
    /**
     * Tables whose rows are definitions and settings, with their schemas. A copy without data keeps
     * them, and empties the others.
     */
    readonly definitions?: readonly string[]
    /** The service runs SQL as the caller, through the role `authenticator`. */
    readonly servesCallers?: true
  }
  /** Durable work on one project, added with `project.addJob`. */
  readonly jobs?: Readonly<Record<string, ProjectJob>>
  /** Jobs that run on a schedule, for every project. */
  readonly schedules?: readonly Schedule[]
  /** The service stores files, in `project.folder(name)`. */
  readonly hasFolder?: true
  /** The files and folders directly in the service's folder that backups contain. */
  readonly archivedFiles?: readonly string[]
  /**
   * These files are small, and read without the project's database: in a recovered installation they
   * are there before the server serves anybody.
   */
  readonly archivedFilesAreRecords?: true
  /** The service's own usage meters; requests and bytes sent are counted for every service. */
  readonly meters?: Readonly<Record<string, Meter>>
  /**
   * Current values that the service knows without its project's database, for the project's metrics.
   */
  readonly measure?: (project: Project) => Partial<Readonly<Record<SampledMetric, number>>>
  /**
   * Quantities of the usage of a month so far, from the database of a running project. Read once an
   * hour; the highest reading of the month counts.
   */
  readonly readMonth?: (
    project: Project,
    month: Date,
  ) => Promise<Readonly<Partial<Record<UsageProductId, number>>>>
  /** The service's log source; without one, its lines are in the server's log only. */
  readonly logSource?: LogSourceName
  /** Further sources, each with a row for every request at the public door. */
  readonly requestLogs?: readonly RequestLog[]
  /** The service's part of the project's overview. */
  readonly overview?: ServiceOverview
  /** Called when the project's database is up. A rejection only makes this service unhealthy. */
  readonly start?: (project: Project) => void | Promise<void>
  /** Called before the database stops, to release resources. Also called after a failed start. */
  readonly stop?: (project: Project) => void | Promise<void>
  /**
   * Called once when the server begins to stop, while all databases run, and before connections of
   * clients are cut: the service ends its WebSockets with a close frame. A connection that closes
   * from then on was closed by the server, not left by its client.
   */
  readonly stopping?: () => void | Promise<void>
  /** Called when the service's settings of a running project have changed. */
  readonly settingsChanged?: (project: Project) => void
  /** A health check on demand: rejects while the service does not work on this project. */
  readonly check?: (project: Project) => Promise<void>
  /**
   * Called for a copy of a project before anybody connects to its database, to remove what only the
   * origin may continue, such as messages that it has not sent. A rejection ends the copy.
   */
  readonly copied?: (copy: CopiedProject) => Promise<void>
  /**
   * Copies the service's files for a copy of a project while the origin continues, once before and once
   * after the moment that the database of the copy shows. Called again after a crash.
   */
  readonly copyFiles?: (copy: CopiedFiles) => Promise<void>
  /**
   * Called when a project is deleted, to delete data outside its database and folder. Called again
   * after a crash.
   */
  readonly removed?: (ref: string) => Promise<void>
  /** Called once when the server is ready, to begin work that does not wait for a project's start. */
  readonly begin?: () => Promise<void>
  /** Called when the server stops, after all projects have, to release what they shared. */
  readonly end?: () => Promise<void>
}

/**
 * Whether the copy has the rows of tables and the files, the same with other values in some columns, or
 * only the definitions.
 */
export type CopiedContent = 'data' | 'anonymized' | 'schema'

/** A project that begins with the data of another one; `from` and `to` are their refs. */
export type CopiedProject = {
  readonly from: string
  readonly to: string
  readonly content: CopiedContent
  /** The database of the copy. The service can use it as its own roles. */
  readonly database: Database
}

/** The files that a service keeps for a project and for its copy. */
export type CopiedFiles = {
  readonly content: CopiedContent
  /** Whether the copy has been used already, so that what its members deployed to it stays. */
  readonly isReset: boolean
  readonly from: { readonly ref: string; readonly folder: string }
  readonly to: { readonly ref: string; readonly folder: string }
}

/** A source of logs with one row for each request. */
export type RequestLog = {
  readonly source: LogSourceName
  /** The columns of a finished request, besides its headers. */
  readonly columns: (request: FinishedRequest) => LogEvent['columns']
  /** How the columns of its headers begin, such as `req_headers_`. */
  readonly headers?: { readonly request: string; readonly response: string }
}

export type PublicDoor = {
  /** Mounted at `/<name>/v1` of a project's address; `request.project` and `request.caller` are set. */
  readonly routes?: (app: FastifyInstance) => void | Promise<void>
  /**
   * Paths below `/<name>/v1` that need no key, because links in mails or other sites lead there. A
   * path that ends in `/*` covers everything below it.
   */
  readonly keyless?: readonly string[]
  /**
   * Paths below `/<name>/v1` that people open in a browser, from links in mails or other sites. No
   * other path can be opened as a page at the dashboard's origin.
   */
  readonly navigable?: readonly string[]
  /**
   * Authenticates callers by the service's own method, such as a signature. Returns undefined if
   * the request does not use that method, so that the gateway requires a key; throws to refuse.
   */
  readonly admit?: (
    request: FastifyRequest,
    project: Project,
  ) => Caller | undefined | Promise<Caller | undefined>
  /**
   * Response headers that web pages can read, in addition to those of every service, or `own`: the
   * routes themselves respond to preflight requests and set every CORS header.
   */
  readonly cors?: { readonly exposedHeaders: readonly string[] } | 'own'
  /**
   * The maximum body size, or `streamed`: handlers get the body as a Node stream of any length.
   * When absent, the gateway's limit for JSON applies.
   */
  readonly body?: { readonly maxBytes: number } | 'streamed'
  /** Takes over the connection of a WebSocket handshake. */
  readonly upgrade?: (upgrade: Upgrade) => void
  /** The response to a method unknown to Node's HTTP parser; 501 `unsupported_method` if absent. */
  readonly refuseMethod?: (method: string) => {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

/**
 * A WebSocket handshake of an admitted caller. The project stays awake until the socket closes or
 * the service refuses it.
 */
export type Upgrade = {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly project: Project
  readonly caller: Caller
  /** The path below `/<name>/v1`; `query` is the part after the `?`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Ends the connection with a whole HTTP response, or with the end of one that has been sent. */
  readonly refuse: (response: string) => void
}

export type MemberDoor = {
  /**
   * `database`: the project is woken and kept awake, and `request.project` is set. `records`: the
   * project can be asleep or paused, and only `request.storedProject` is set.
   */
  readonly needs: 'database' | 'records'
  /** Mounted by the gateway, and called only if the permission table allows their `access`. */
  readonly routes: readonly Route[]
}

/** A member's action on a project through a service, as the audit log shows it. */
export type MemberAction = {
  /** Noun and verb: `s3_access_key.create`. */
  readonly action: string
  /** The object of the action, such as its name. */
  readonly target?: string
  readonly metadata?: Readonly<Record<string, string | number | boolean | null>>
}

export type JobRun = {
  readonly payload: JobPayload
  /** Starts at 1; an attempt interrupted by a crash counts. */
  readonly attempt: number
  readonly isLastAttempt: boolean
  /** Aborts when the server stops and can wait no longer. */
  readonly signal: AbortSignal
}

/**
 * `database`: the project is woken and kept awake while the job runs; a paused project's job waits
 * for its next attempt. `records`: runs in any state of the project. Both can run more than once
 * after a crash, and neither runs for a deleted project.
 */
export type ProjectJob =
  | { readonly needs: 'database'; run(project: Project, job: JobRun): Promise<void> }
  | { readonly needs: 'records'; run(project: StoredProject, job: JobRun): Promise<void> }

export type Schedule = {
  /** The name of one of the service's jobs. */
  readonly job: string
  /** A cron expression with five fields, in UTC: `0 3 * * *`. */
  readonly cron: string
  /** Whether the job wakes sleeping projects; if not, only running projects get it. */
  readonly wakes: boolean
}

export type Meter = { readonly unit: 'count' | 'bytes' | 'milliseconds'; readonly title: string }

/** The meters that the gateway counts for every service, besides the service's own. */
export const COMMON_METERS = {
  requests: { unit: 'count', title: 'Requests' },
  client_errors: { unit: 'count', title: 'Responses with status 4xx' },
  server_errors: { unit: 'count', title: 'Responses with status 5xx' },
  egress_bytes: { unit: 'bytes', title: 'Bytes sent' },
} as const satisfies Readonly<Record<string, Meter>>

export type MigrationSource = MigrationOptions

/**
 * An extension that can replace a service's own tables and functions under the same names. Two
 * scripts move all stored data: `adopt.sql` creates the extension, and `release.sql` drops it. Each
 * runs in one transaction, as the superuser, so neither may call a function that the owner or a
 * service's role owns, or could own instead. The replaced stand-in is kept in
 * `stoa_parked_<schema>`.
 */
export type NativeExtension = WantedExtension & {
  readonly folder: URL
  /**
   * The stand-in's tables and sequences that the scripts read or write. The scripts run only if no
   * code of others is attached to them.
   */
  readonly moves: readonly string[]
  /** Tables and views that the extension also has. No object of the owner's may depend on them. */
  readonly replaces?: readonly string[]
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyRequest {
    project: Project
    storedProject: StoredProject
    caller: Caller
    /** How long it took to authenticate the caller, in milliseconds. */
    callerMs: number
    /** Aborts when the client disconnects before it has the whole response. */
    readonly departure: EndSignal | undefined
    member: Member
    /** Whether the member has another permission on the project or organization of the path. */
    can: (permission: Permission) => boolean
    /** Whether the member has signed out or lost the access that this request was allowed with. */
    isRevoked: () => Promise<boolean>
    /** Records the member's action on the project in the organization's audit log. */
    recordAudit: (action: MemberAction) => Promise<void>
    /** Adds a run of SQL text to the member's history. */
    recordRun: (run: MemberRun) => Promise<void>
  }
}
