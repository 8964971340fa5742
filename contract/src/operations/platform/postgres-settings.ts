// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/postgres-settings.ts'

export const postgresSettings: OperationsOf<typeof source.postgresSettings> = {
  name: 'postgres',
  read: {
    method: 'GET',
    path: '/platform/projects/{ref}/config/postgres',
    access: 'project:read',
  },
  update: {
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/postgres',
    access: 'project:update',
  },
}

export const readManagedPostgresSettings: OperationsOf<typeof source.readManagedPostgresSettings> =
  {
    method: 'GET',
    path: '/v1/projects/{ref}/config/database/postgres',
    access: 'database:read',
  }

export const readPostgresParameters: OperationsOf<typeof source.readPostgresParameters> = {
  method: 'GET',
  path: '/platform/projects/{ref}/postgres-settings',
  access: 'database:read',
}

export const updateManagedPostgresSettings: OperationsOf<
  typeof source.updateManagedPostgresSettings
> = {
  method: 'PUT',
  path: '/v1/projects/{ref}/config/database/postgres',
  access: 'project:update',
}
