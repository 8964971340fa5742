import * as disk from '@stoa/contract/platform/disk'
import * as endpoints from '@stoa/contract/platform/projects'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { changeStatus } from './change-status.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { readDisk, setDiskLimit } from './disk.ts'
import { readProjectLimit } from './limit-projects.ts'
import { listProjects } from './list-projects.ts'
import { readProject } from './read-project.ts'
import { setDatabasePassword } from './set-database-password.ts'
import { updateProject } from './update-project.ts'

export const projectRoutes = (context: Context): readonly Route[] => {
  const { actorOf } = context
  const { organizationOf, projectOf } = context.access
  const statusRoute = (
    endpoint: typeof endpoints.pauseProject,
    command: 'pause' | 'resume' | 'restart' | 'retry',
  ) =>
    route(endpoint).to(({ request }) =>
      changeStatus(context, actorOf(request), { scope: projectOf(request), command }),
    )
  return [
    route(endpoints.listProjects).to(({ request }) => listProjects(context, request.member)),
    route(endpoints.createProject).to(({ request, body }) =>
      createProject(context, actorOf(request), body),
    ),
    route(endpoints.getProjectLimit).to(({ request }) =>
      readProjectLimit(context, organizationOf(request)),
    ),
    route(endpoints.getProject).to(({ request }) =>
      readProject(context, request.member, projectOf(request)),
    ),
    route(endpoints.updateProject).to(({ request, body }) =>
      updateProject(context, actorOf(request), { scope: projectOf(request), name: body.name }),
    ),
    route(endpoints.deleteProject).to(({ request, query }) =>
      deleteProject(context, actorOf(request), {
        scope: projectOf(request),
        includesBranches: query.include_branches === 'true',
      }),
    ),
    statusRoute(endpoints.pauseProject, 'pause'),
    statusRoute(endpoints.resumeProject, 'resume'),
    statusRoute(endpoints.restartProject, 'restart'),
    statusRoute(endpoints.retryProject, 'retry'),
    route(disk.readDiskUsage).to(({ request }) => readDisk(context, projectOf(request).ref)),
    route(disk.setDiskLimit).to(({ request, params, body }) =>
      setDiskLimit(context, actorOf(request), { ref: params.ref, bytes: body.limit_bytes }),
    ),
    route(endpoints.setDatabasePassword).to(({ request, body }) =>
      setDatabasePassword(context, actorOf(request), {
        scope: projectOf(request),
        password: body.password,
      }),
    ),
  ]
}
