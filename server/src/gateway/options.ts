import type { Access } from '@stoa/contract/endpoint'
import type { PlanFeatureId } from '@stoa/contract/catalog/plan-features'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Fleet } from '../fleet/port.ts'
import type { MetricMemory } from '../metrics/port.ts'
import type { Network } from '../metrics/network.ts'
import type { LogSink } from '../project/log-sink.ts'
import type { Member } from '../project/member.ts'
import type { MemberRun } from '../project/member-run.ts'
import type { Project } from '../project/project.ts'
import type { RecentRequests } from '../project/recent-requests.ts'
import type { MemberAction, Service } from '../project/service.ts'
import type { ConnectionBudget } from '../lib/connection-budget.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ApiPort } from './address.ts'

/** The dependencies of the doors for projects' clients. A node has only these doors. */
export type ClientDoorOptions = {
  /** Throws an `AppError` while the server starts or stops. */
  readonly requireReady: () => void
  readonly fleet: Pick<Fleet, 'acquire'>
  readonly services: readonly Service[]
  readonly platform: { requireServing(ref: string): void | Promise<void> }
  readonly publicHost: string | undefined
  /** Must not be open yet; the gateway serves the connections that it will accept. */
  readonly apiPort: Pick<ApiPort, 'port'>
  /** Open HTTP connections of one client address; 0 for no limit. */
  readonly maxConnectionsPerAddress: number
  /** Open connections of all clients; absent in tests. */
  readonly connections?: ConnectionBudget
  /** Keeps the last requests of each user; absent in a node. */
  readonly recentRequests?: RecentRequests
  /** The projects' logs; absent in a node, which has none. */
  readonly logs?: LogSink
  /** Counts the bytes of each project's clients; absent in a node. */
  readonly network?: Pick<Network, 'add' | 'watch'>
  readonly clock: Clock
  readonly log: Log
}

export type GatewayOptions = ClientDoorOptions & {
  readonly fleet: Fleet
  readonly platform: {
    routes(app: FastifyInstance): void | Promise<void>
    authorize(request: FastifyRequest, access: Access): Promise<Member>
    can(request: FastifyRequest, permission: Permission): boolean
    recordAudit(request: FastifyRequest, action: MemberAction): Promise<void>
    recordRun(request: FastifyRequest, run: MemberRun): Promise<void>
    requireConnectionHandle(request: FastifyRequest): void
    requirePlan(ref: string, feature: PlanFeatureId): Promise<void>
  }
  /** The projects' metrics of the last hour. */
  readonly metrics: MetricMemory
  /** The platform as a project: its accounts sign in at `/auth/v1`. */
  readonly platformProject: Project
  /** Folders of the built dashboard and of the code editor. */
  readonly dashboardDir: string
  readonly editorDir: string
  /** The code editor's `vs` folder at a CDN; if undefined, it is served from `editorDir`. */
  readonly editorUrl?: string | undefined
  readonly apiPort: ApiPort
  /** The origin of project APIs, which the dashboard's pages call. */
  readonly apiOrigin: () => string
}
