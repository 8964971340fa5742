import * as endpoints from '@stoa/contract/platform/backups'
import * as looks from '@stoa/contract/platform/looks'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createBackup } from './create-backup.ts'
import { deleteBackup } from './delete-backup.ts'
import { closeLook, openLook, readLook } from './looks.ts'
import { readBackups } from './read-backups.ts'
import {
  cancelRestore,
  confirmRestore,
  restoreProject,
  restoreToNewProject,
  undoRestore,
} from './restore-project.ts'
import { verifyBackup } from './verify-backup.ts'

export const backupRoutes = (context: Context): readonly Route[] => {
  const { actorOf } = context
  const { projectOf } = context.access
  return [
    route(endpoints.readBackups).to(({ request }) => readBackups(context, projectOf(request))),
    route(endpoints.createBackup).to(({ request, body }) =>
      createBackup(context, actorOf(request), { scope: projectOf(request), name: body.name }),
    ),
    route(endpoints.deleteBackup).to(async ({ request, params }) => {
      const input = { scope: projectOf(request), id: params.backup_id }
      await deleteBackup(context, actorOf(request), input)
      return {}
    }),
    route(endpoints.verifyBackup).to(async ({ request, params }) => {
      const input = { scope: projectOf(request), id: params.backup_id }
      await verifyBackup(context, actorOf(request), input)
      return {}
    }),
    route(endpoints.restoreProject).to(({ request, body }) =>
      restoreProject(context, actorOf(request), {
        scope: projectOf(request),
        target: body.target,
      }),
    ),
    route(endpoints.undoRestore).to(({ request }) =>
      undoRestore(context, actorOf(request), projectOf(request)),
    ),
    route(endpoints.cancelRestore).to(({ request }) =>
      cancelRestore(context, actorOf(request), projectOf(request)),
    ),
    route(endpoints.confirmRestore).to(async ({ request }) => {
      await confirmRestore(context, actorOf(request), projectOf(request))
      return {}
    }),
    route(looks.readLook).to(({ request }) => readLook(context, projectOf(request))),
    route(looks.openLook).to(({ request, body }) =>
      openLook(context, actorOf(request), { scope: projectOf(request), target: body.target }),
    ),
    route(looks.closeLook).to(async ({ request }) => {
      await closeLook(context, actorOf(request), projectOf(request))
      return {}
    }),
    route(endpoints.restoreToNewProject).to(({ request, body }) =>
      restoreToNewProject(context, actorOf(request), { scope: projectOf(request), ...body }),
    ),
  ]
}
