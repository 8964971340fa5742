import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { Service } from '../../project/service.ts'
import { addManagementRoutes } from './management/routes.ts'
import { addMemberRoutes } from './members/routes.ts'
import { createVersions } from './versions/index.ts'
import { findDeno } from './find-deno.ts'

export type FunctionsDeps = {
  readonly clock: Clock
  readonly installationKey: Buffer
  readonly newId?: () => string
}

/** Edge functions of every project. */
export function createFunctions({
  clock,
  installationKey,
  newId = randomUUID,
}: FunctionsDeps): Service {
  const versions = createVersions({
    clock,
    secretBox: createSecretBox(installationKey, 'function-secrets'),
    newId,
    deno: findDeno(),
  })
  return {
    name: 'functions',
    title: 'Edge functions',
    memberDoors: [
      {
        needs: 'records',
        routes(app) {
          addMemberRoutes(app, versions)
          addManagementRoutes(app, versions)
        },
      },
    ],
    permissions: {
      'functions:read': ['owner', 'administrator', 'developer', 'read_only'],
      'functions:write': ['owner', 'administrator', 'developer'],
      'secrets:read': ['owner', 'administrator', 'developer'],
      'secrets:write': ['owner', 'administrator', 'developer'],
    },
    hasFolder: true,
    removed: async (ref) => versions.forget(ref),
  }
}
