import * as custom from '@stoa/contract/services/auth/custom-providers'
import * as sso from '@stoa/contract/services/auth/sso-providers'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { route, type Route } from '../../../lib/http.ts'
import type { AuthContext } from '../context.ts'
import {
  addCustomProvider,
  changeCustomProvider,
  CustomProviderBody,
  listCustomProviderBodies,
  removeCustomProvider,
} from '../external/custom-provider-admin.ts'
import { samlUrls } from '../sso/saml-client.ts'
import { addSso, changeSso, listSso, removeSso, SsoProviderBody } from '../sso/sso-admin.ts'

/** The members' routes for the project's own OAuth and SAML providers. */
export const providerRoutes = (
  contextOf: (request: FastifyRequest) => AuthContext,
): readonly Route[] => [
  route(custom.listCustomProviders).to(async ({ request }) => {
    const { providers } = await listCustomProviderBodies(contextOf(request), { type: '' })
    return providers.map((provider) => custom.CustomProvider.parse(provider))
  }),
  route(custom.createCustomProvider).to(async ({ body, request }) => {
    const provider = await addCustomProvider(contextOf(request), CustomProviderBody.parse(body))
    await request.recordAudit({ action: 'auth_provider.create', target: body.identifier })
    return custom.CustomProvider.parse(provider)
  }),
  route(custom.updateCustomProvider).to(async ({ params: { identifier }, body, request }) => {
    const provider = await changeCustomProvider(
      contextOf(request),
      identifier,
      CustomProviderBody.parse(body),
    )
    await request.recordAudit({
      action: 'auth_provider.update',
      target: identifier,
      metadata: { changed: Object.keys(body).sort().join(', ') },
    })
    return custom.CustomProvider.parse(provider)
  }),
  route(custom.deleteCustomProvider).to(async ({ params: { identifier }, request }) => {
    await removeCustomProvider(contextOf(request), identifier)
    await request.recordAudit({ action: 'auth_provider.delete', target: identifier })
    return {}
  }),
  route(sso.listSsoProviders).to(async ({ request }) => {
    const context = contextOf(request)
    const { items } = await listSso(context)
    const { entityId, acs } = samlUrls(context)
    return { providers: items.map(toMember), entity_id: entityId, acs_url: acs }
  }),
  route(sso.createSsoProvider).to(async ({ body, request }) => {
    const provider = await addSso(contextOf(request), toBody(body))
    const target = provider.saml.entity_id
    await request.recordAudit({ action: 'sso_provider.create', target })
    return toMember(provider)
  }),
  route(sso.updateSsoProvider).to(async ({ params, body, request }) => {
    const provider = await changeSso(contextOf(request), params.provider_id, toBody(body))
    await request.recordAudit({
      action: 'sso_provider.update',
      target: provider.saml.entity_id,
      metadata: { changed: Object.keys(body).sort().join(', ') },
    })
    return toMember(provider)
  }),
  route(sso.deleteSsoProvider).to(async ({ params, request }) => {
    const provider = await removeSso(contextOf(request), params.provider_id)
    const target = provider.saml.entity_id
    await request.recordAudit({ action: 'sso_provider.delete', target })
    return {}
  }),
]

type SsoValues = z.infer<NonNullable<typeof sso.createSsoProvider.body>>

const toBody = ({ attribute_mapping: keys, ...values }: SsoValues) =>
  SsoProviderBody.parse({ ...values, type: 'saml', ...(keys && { attribute_mapping: { keys } }) })

const Mapping = z.object({ keys: z.record(z.string(), sso.AttributeRule) })

/** A provider as members read it: without its metadata, which can be large. */
function toMember({ saml, domains, ...provider }: Awaited<ReturnType<typeof addSso>>) {
  const mapping = Mapping.safeParse(saml.attribute_mapping)
  return {
    ...provider,
    entity_id: saml.entity_id,
    metadata_url: saml.metadata_url,
    domains: domains.map(({ domain }) => domain),
    attribute_mapping: mapping.success ? mapping.data.keys : {},
  }
}
