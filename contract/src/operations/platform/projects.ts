// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/projects.ts'

export const createProject: OperationsOf<typeof source.createProject> = {
  method: 'POST',
  path: '/platform/projects',
  access: 'signed-in',
}

export const deleteProject: OperationsOf<typeof source.deleteProject> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}',
  access: 'project:delete',
}

export const getProject: OperationsOf<typeof source.getProject> = {
  method: 'GET',
  path: '/platform/projects/{ref}',
  access: 'project:read',
}

export const getProjectLimit: OperationsOf<typeof source.getProjectLimit> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/project-limit',
  access: 'organization:read',
}

export const getProjectOverview: OperationsOf<typeof source.getProjectOverview> = {
  method: 'GET',
  path: '/platform/projects/{ref}/overview',
  access: 'project:read',
}

export const listProjects: OperationsOf<typeof source.listProjects> = {
  method: 'GET',
  path: '/platform/projects',
  access: 'signed-in',
}

export const listServices: OperationsOf<typeof source.listServices> = {
  method: 'GET',
  path: '/platform/projects/{ref}/services',
  access: 'project:read',
}

export const listSettings: OperationsOf<typeof source.listSettings> = {
  method: 'GET',
  path: '/platform/projects/{ref}/config',
  access: 'project:read',
}

export const listUsage: OperationsOf<typeof source.listUsage> = {
  method: 'GET',
  path: '/platform/projects/{ref}/usage',
  access: 'project:read',
}

export const pauseProject: OperationsOf<typeof source.pauseProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/pause',
  access: 'project:pause',
}

export const restartProject: OperationsOf<typeof source.restartProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/restart',
  access: 'project:pause',
}

export const resumeProject: OperationsOf<typeof source.resumeProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/resume',
  access: 'project:pause',
}

export const retryProject: OperationsOf<typeof source.retryProject> = {
  method: 'POST',
  path: '/platform/projects/{ref}/retry',
  access: 'project:pause',
}

export const setDatabasePassword: OperationsOf<typeof source.setDatabasePassword> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/database-password',
  access: 'key:read_secret',
}

export const updateProject: OperationsOf<typeof source.updateProject> = {
  method: 'PATCH',
  path: '/platform/projects/{ref}',
  access: 'project:update',
}
