import * as endpoints from '@stoa/contract/platform/keys'
import * as thirdParty from '@stoa/contract/platform/third-party-auth'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import {
  createApiKey,
  deleteApiKey,
  readApiKeys,
  revealApiKey,
  setLegacyApiKeys,
} from './api-keys.ts'
import { revealSecrets } from './reveal-secrets.ts'
import {
  createSigningKey,
  deleteSigningKey,
  listSigningKeys,
  revealSigningKey,
  revokeSigningKey,
  rotateSigningKey,
} from './signing-keys.ts'
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  readIntegration,
} from './third-party-auth.ts'

export const keyRoutes = (context: Context): readonly Route[] => {
  const { actorOf } = context
  const { projectOf } = context.access
  return [
    route(endpoints.getApiKeys).to(({ request }) => readApiKeys(context, projectOf(request))),
    route(endpoints.revealSecrets).to(({ request }) =>
      revealSecrets(context, actorOf(request), projectOf(request)),
    ),
    route(endpoints.createApiKey).to(({ request, body }) =>
      createApiKey(context, actorOf(request), {
        scope: projectOf(request),
        kind: body.kind,
        name: body.name,
        description: body.description ?? '',
      }),
    ),
    route(endpoints.revealApiKey).to(({ request, params }) =>
      revealApiKey(context, actorOf(request), { scope: projectOf(request), id: params.id }),
    ),
    route(endpoints.deleteApiKey).to(({ request, params }) =>
      deleteApiKey(context, actorOf(request), { scope: projectOf(request), id: params.id }),
    ),
    route(endpoints.setLegacyApiKeys).to(({ request, body }) =>
      setLegacyApiKeys(context, actorOf(request), {
        scope: projectOf(request),
        enabled: body.enabled,
      }),
    ),
    route(endpoints.listSigningKeys).to(({ request }) =>
      listSigningKeys(context, projectOf(request)),
    ),
    route(endpoints.createSigningKey).to(({ request, body }) =>
      createSigningKey(context, actorOf(request), {
        scope: projectOf(request),
        algorithm: body.algorithm,
        privateKey: body.private_key,
      }),
    ),
    route(endpoints.rotateSigningKey).to(({ request, params }) =>
      rotateSigningKey(context, actorOf(request), { scope: projectOf(request), id: params.id }),
    ),
    route(endpoints.revokeSigningKey).to(({ request, params }) =>
      revokeSigningKey(context, actorOf(request), { scope: projectOf(request), id: params.id }),
    ),
    route(endpoints.revealSigningKey).to(({ request, params }) =>
      revealSigningKey(context, actorOf(request), { scope: projectOf(request), id: params.id }),
    ),
    route(endpoints.deleteSigningKey).to(({ request, params }) =>
      deleteSigningKey(context, actorOf(request), { scope: projectOf(request), id: params.id }),
    ),
    route(thirdParty.listThirdPartyAuth).to(({ request }) =>
      listIntegrations(context, projectOf(request)),
    ),
    route(thirdParty.createThirdPartyAuth).to(({ request, body }) =>
      createIntegration(context, actorOf(request), {
        scope: projectOf(request),
        integration: body,
      }),
    ),
    route(thirdParty.readThirdPartyAuth).to(({ request, params }) =>
      readIntegration(context, { scope: projectOf(request), id: params.tpa_id }),
    ),
    route(thirdParty.deleteThirdPartyAuth).to(({ request, params }) =>
      deleteIntegration(context, actorOf(request), {
        scope: projectOf(request),
        id: params.tpa_id,
      }),
    ),
  ]
}
