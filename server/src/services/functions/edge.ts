import { randomUUID } from 'node:crypto'
import { testFunction } from '@stoa/contract/services/functions/members'
import type { Clock } from '../../lib/clock.ts'
import { createRateLimiter } from '../../lib/rate-limit.ts'
import { route, type Route } from '../../lib/http.ts'
import { anonymousCaller } from '../../project/resolve-caller.ts'
import type { Service } from '../../project/service.ts'
import { addInvokeRoutes } from './routes.ts'
import { createRequireToken } from './invoke/access.ts'
import { callForTest } from './invoke/trial-call.ts'
import { createUpgrades } from './invoke/upgrade.ts'
import type { Registries } from './runtime/deno.ts'
import { DEFAULT_LIMITS, type RuntimeLimits } from './runtime/limits.ts'
import { createFunctionLogs, type FunctionLogs } from './runtime/logs.ts'
import type { FunctionFolders } from './runtime/function-folders.ts'
import type { RuntimeDeps } from './runtime/runtime-deps.ts'
import { createRuntime, type FunctionRuntime } from './runtime/supervisor.ts'
import type { VersionSource } from './versions/version.ts'

const NAME = 'functions'

export type EdgeDeps = {
  readonly clock: Clock
  readonly source: VersionSource
  readonly folders: FunctionFolders
  /** Whether functions can connect to private addresses. */
  readonly allowsPrivateAddresses: boolean
  readonly registries?: Registries
  readonly database: RuntimeDeps['database']
  /** The organization that a project counts towards when processes are shared. */
  readonly organizationOf: RuntimeDeps['organizationOf']
  readonly limits?: RuntimeLimits
  readonly newId?: () => string
}

export type Edge = {
  readonly service: Service
  readonly runtime: FunctionRuntime
  readonly logs: FunctionLogs
  /** The route by which members test a function. */
  readonly testRoute: Route
}

/** Runs a source's functions, with the API of Supabase Functions, on Deno. */
export function createEdge({
  clock,
  source,
  folders,
  allowsPrivateAddresses,
  registries = {},
  database,
  organizationOf,
  limits = DEFAULT_LIMITS,
  newId = randomUUID,
}: EdgeDeps): Edge {
  const logs = createFunctionLogs({ clock })
  const runtime = createRuntime({
    secrets: source.secrets,
    folders,
    logs,
    limits,
    allowsPrivate: allowsPrivateAddresses,
    registries,
    database,
    organizationOf,
    nestedCalls: createRateLimiter({ clock }),
    newId,
  })
  const deps = { requireToken: createRequireToken(clock), source, runtime, logs }
  return {
    runtime,
    logs,
    testRoute: route(testFunction).to(({ request, params, body }) =>
      callForTest(deps, request.project, { slug: params.function_slug, test: body }),
    ),
    service: {
      name: NAME,
      title: 'Edge functions',
      publicDoor: {
        routes: (app) => addInvokeRoutes(app, deps),
        // Each function decides whether callers need a token.
        admit: () => anonymousCaller,
        keyless: ['/*'],
        cors: 'own',
        body: 'streamed',
        upgrade: createUpgrades(deps),
      },
      hasFolder: true,
      archivedFiles: ['records.json', 'versions', 'watched-folder.json'],
      archivedFilesAreRecords: true,
      logSource: 'function_logs',
      async stop({ ref }) {
        await runtime.stop(ref)
        await logs.flush()
      },
      removed: runtime.remove,
      end: runtime.end,
    },
  }
}
