import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { Service } from '../../project/service.ts'
import type { DatabaseDoor } from './database/door.ts'
import { createDatabaseLogin } from './database/login.ts'
import { createEdge } from './edge.ts'
import { memberRoutes } from './member-routes.ts'
import type { Registries } from './runtime/deno.ts'
import type { FunctionsFence } from './runtime/fence.ts'
import { DEFAULT_LIMITS } from './runtime/limits.ts'
import { createFunctionFolders } from './runtime/function-folders.ts'
import { createVersions } from './versions/versions.ts'
import { watchFolder, type FolderWatch } from './watched-folder/watch-folder.ts'

export { noFence } from './runtime/fence.ts'

/** The one project of a self-hosted installation. */
const SELF_HOSTED_REF = 'default'

export type FunctionsDeps = {
  readonly clock: Clock
  readonly installationKey: Buffer
  readonly fence: FunctionsFence
  /** Whether functions can connect to private addresses. */
  readonly allowsPrivateAddresses: boolean
  /** Where functions load packages from. */
  readonly functionRegistries: Registries
  /** The port at which clients sign in to Postgres; read when a function starts. */
  readonly databaseDoor: () => DatabaseDoor
  /** The organization that a project counts towards when processes are shared. */
  readonly organizationOf: (ref: string) => Promise<string>
  /** A folder whose functions a self-hosted installation deploys. */
  readonly functionsFolder?: string | undefined
  readonly newId?: () => string
}

/** Edge functions of every project: their versions and secrets, and Deno, which runs them. */
export function createFunctions({
  clock,
  installationKey,
  fence,
  allowsPrivateAddresses,
  functionRegistries: registries,
  databaseDoor,
  organizationOf,
  functionsFolder: folder,
  newId = randomUUID,
}: FunctionsDeps): Service {
  const folders = createFunctionFolders(fence, DEFAULT_LIMITS)
  const versions = createVersions({
    clock,
    secretBox: createSecretBox(installationKey, 'function-secrets'),
    newId,
    inspect: folders.inspect,
    organizationOf,
    secretsChanged: (ref) => edge.runtime.renew(ref),
    functionRemoved: (place, functionId) => edge.logs.remove(place, functionId),
  })
  const edge = createEdge({
    clock,
    source: versions,
    folders,
    allowsPrivateAddresses,
    registries,
    database: { door: databaseDoor, login: createDatabaseLogin() },
    organizationOf,
    newId,
  })
  const watches = new Map<string, FolderWatch>()
  return {
    ...edge.service,
    async start(project) {
      if (folder === undefined || project.ref !== SELF_HOSTED_REF) return
      watches.set(project.ref, await watchFolder(project, { folder, versions, logs: edge.logs }))
    },
    async stop(project) {
      await watches.get(project.ref)?.stop()
      watches.delete(project.ref)
      await edge.service.stop?.(project)
    },
    memberDoors: [
      { needs: 'records', routes: memberRoutes({ versions, logs: edge.logs, clock }) },
      { needs: 'database', routes: [edge.testRoute] },
    ],
    permissions: {
      'functions:read': ['owner', 'administrator', 'developer', 'read_only'],
      'functions:write': ['owner', 'administrator', 'developer'],
      'secrets:read': ['owner', 'administrator', 'developer'],
      'secrets:write': ['owner', 'administrator', 'developer'],
    },
    copyFiles: async ({ from, to, isReset }) => {
      if (!isReset) await versions.copy(from, to)
    },
    async removed(ref) {
      await edge.runtime.remove(ref)
      versions.forget(ref)
    },
  }
}
