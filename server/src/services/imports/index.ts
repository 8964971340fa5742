import type { Clock } from '../../lib/clock.ts'
import type { Service } from '../../project/service.ts'
import { createImportContext } from './context.ts'
import { endLeftImports } from './end-import.ts'
import { stopImports } from './imports.ts'
import { memberRoutes } from './member-routes.ts'
import type { RefuseProtectedSchema } from './plan.ts'
import { createPreviews } from './preview.ts'

export type ImportsDeps = {
  readonly clock: Clock
  readonly refuseProtectedSchema: RefuseProtectedSchema
}

/** Files of members' computers, loaded into new and existing tables, and the sample database. */
export function createImports(deps: ImportsDeps): Service {
  const context = createImportContext(deps)
  return {
    name: 'imports',
    title: 'Data import',
    database: { roles: ['postgres'] },
    memberDoors: [
      {
        needs: 'database',
        routes: memberRoutes(context, createPreviews()),
      },
    ],
    hasFolder: true,
    start: (project) => endLeftImports(context, project),
    stop: (project) => stopImports(context, project),
  }
}
