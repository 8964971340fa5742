import * as endpoints from '@stoa/contract/platform/installation'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { checkRecoveryKey } from './check-recovery-key.ts'
import { checkClaimToken, claimInstallation } from './claim-installation.ts'
import { createOwner } from './create-owner.ts'
import { readInstallation } from './read-installation.ts'
import { readIsolation } from './read-isolation.ts'
import { readRecovery } from './read-recovery.ts'
import { removeSecondFactors } from './remove-second-factors.ts'
import { updateInstallation } from './update-installation.ts'

const CLAIM_CHECKS = { burst: 20, perMinute: 20 }

export const installationRoutes = (context: Context): readonly Route[] => [
  route(endpoints.getInstallation).to(() => readInstallation(context)),
  route(endpoints.updateInstallation).to(({ request, body }) =>
    updateInstallation(context, context.actorOf(request), body),
  ),
  route(endpoints.getIsolation).to(() => readIsolation(context)),
  route(endpoints.getRecoveryState).to(() => readRecovery(context)),
  route(endpoints.claimInstallation).to(({ request, body }) =>
    claimInstallation(context, context.actorOf(request), body),
  ),
  route(endpoints.checkClaimToken).to(({ request, body }) => {
    enforceRateLimit(context.rateLimiter, `claim check ${request.ip}`, CLAIM_CHECKS)
    return checkClaimToken(context, body.token)
  }),
  route(endpoints.createOwner).to(({ request, body }) =>
    createOwner(context, context.actorOf(request), body),
  ),
  route(endpoints.removeSecondFactors).to(({ request, body }) =>
    removeSecondFactors(context, context.actorOf(request), body),
  ),
  route(endpoints.checkRecoveryKey).to(({ body }) => checkRecoveryKey(context, body)),
]
