import * as endpoints from '@stoa/contract/platform/installation'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { claimInstallation } from './claim-installation.ts'
import { createOwner } from './create-owner.ts'
import { readInstallation } from './read-installation.ts'
import { removeSecondFactors } from './remove-second-factors.ts'
import { updateInstallation } from './update-installation.ts'

export const installationRoutes = (context: Context): readonly Route[] => [
  route(endpoints.getInstallation).to(() => readInstallation(context)),
  route(endpoints.updateInstallation).to(({ request, body }) =>
    updateInstallation(context, context.actorOf(request), body),
  ),
  route(endpoints.claimInstallation).to(({ request, body }) =>
    claimInstallation(context, context.actorOf(request), body),
  ),
  route(endpoints.createOwner).to(({ request, body }) =>
    createOwner(context, context.actorOf(request), body),
  ),
  route(endpoints.removeSecondFactors).to(({ request, body }) =>
    removeSecondFactors(context, context.actorOf(request), body),
  ),
]
