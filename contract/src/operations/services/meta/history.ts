// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/history.ts'

export const applyMigration: OperationsOf<typeof source.applyMigration> = {
  method: 'POST',
  path: '/v1/projects/{ref}/database/migrations',
  access: 'database:write',
}

export const applyMigrationFile: OperationsOf<typeof source.applyMigrationFile> = {
  method: 'POST',
  path: '/platform/meta/{ref}/migration-files',
  access: 'database:write',
}

export const getManagedMigration: OperationsOf<typeof source.getManagedMigration> = {
  method: 'GET',
  path: '/v1/projects/{ref}/database/migrations/{version}',
  access: 'database:read',
}

export const getMigration: OperationsOf<typeof source.getMigration> = {
  method: 'GET',
  path: '/platform/meta/{ref}/migrations/{version}',
  access: 'database:read',
}

export const listManagedMigrations: OperationsOf<typeof source.listManagedMigrations> = {
  method: 'GET',
  path: '/v1/projects/{ref}/database/migrations',
  access: 'database:read',
}

export const listMigrationFiles: OperationsOf<typeof source.listMigrationFiles> = {
  method: 'GET',
  path: '/platform/meta/{ref}/migration-files',
  access: 'database:read',
}

export const listMigrations: OperationsOf<typeof source.listMigrations> = {
  method: 'GET',
  path: '/platform/meta/{ref}/migrations',
  access: 'database:read',
}

export const recordMigration: OperationsOf<typeof source.recordMigration> = {
  method: 'PUT',
  path: '/v1/projects/{ref}/database/migrations',
  access: 'database:write',
}

export const repairMigration: OperationsOf<typeof source.repairMigration> = {
  method: 'POST',
  path: '/platform/meta/{ref}/migration-repairs',
  access: 'database:write',
}

export const revertMigration: OperationsOf<typeof source.revertMigration> = {
  method: 'POST',
  path: '/platform/meta/{ref}/migrations/{version}/revert',
  access: 'database:write',
}

export const rollBackMigrations: OperationsOf<typeof source.rollBackMigrations> = {
  method: 'DELETE',
  path: '/v1/projects/{ref}/database/migrations',
  access: 'database:write',
}

export const squashMigrations: OperationsOf<typeof source.squashMigrations> = {
  method: 'POST',
  path: '/platform/meta/{ref}/migration-squashes',
  access: 'database:write',
}

export const updateMigration: OperationsOf<typeof source.updateMigration> = {
  method: 'PATCH',
  path: '/v1/projects/{ref}/database/migrations/{version}',
  access: 'database:write',
}
