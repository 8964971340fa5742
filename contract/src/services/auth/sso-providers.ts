import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** Where an assertion contains the value of a user's attribute. */
export const AttributeRule = z.object({
  name: z.string().max(500).optional(),
  names: z.array(z.string().max(500)).max(20).optional(),
  default: z.unknown().optional(),
  array: z.boolean().optional(),
})

/** An identity provider that speaks SAML 2.0. */
export const SsoProvider = z.object({
  id: z.string(),
  disabled: z.boolean(),
  entity_id: z.string(),
  metadata_url: z.string().optional(),
  domains: z.array(z.string()),
  /** The rule by attribute of the user. */
  attribute_mapping: z.record(z.string(), AttributeRule),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AttributeRule = z.infer<typeof AttributeRule>
export type SsoProvider = z.infer<typeof SsoProvider>

const path = '/platform/auth/{ref}/sso-providers'
const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ provider_id: z.guid() })

const Values = z
  .object({
    disabled: z.boolean(),
    /** Exactly one of the two; the server fetches the URL. */
    metadata_url: z.url({ protocol: /^https?$/ }).max(2048),
    metadata_xml: z.string().min(1).max(500_000),
    domains: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .max(253)
          .regex(/^(?!-)[a-z\d-]+(\.[a-z\d-]+)+$/),
      )
      .max(100),
    attribute_mapping: z.record(z.string().max(200), AttributeRule),
  })
  .partial()

/** The providers, and the values that their administrators need from the project. */
export const listSsoProviders = endpoint({
  method: 'GET',
  path,
  access: 'project:read',
  params: byRef,
  response: z.object({
    providers: z.array(SsoProvider),
    /** The project's own entity ID, which is also the URL of its metadata. */
    entity_id: z.string(),
    acs_url: z.string(),
  }),
})

export const createSsoProvider = endpoint({
  method: 'POST',
  path,
  access: 'project:update',
  params: byRef,
  body: Values,
  response: SsoProvider,
})

/** Changes the given fields. New metadata must have the same entity ID. */
export const updateSsoProvider = endpoint({
  method: 'PATCH',
  path: `${path}/{provider_id}`,
  access: 'project:update',
  params: byId,
  body: Values,
  response: SsoProvider,
})

/** Deletes the provider. The accounts of its users are kept. */
export const deleteSsoProvider = endpoint({
  method: 'DELETE',
  path: `${path}/{provider_id}`,
  access: 'project:update',
  params: byId,
  response: z.object({}),
})
