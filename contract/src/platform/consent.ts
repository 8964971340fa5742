import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const ConsentService = z.object({
  id: z.string(),
  name: z.string(),
  consent: z.object({ status: z.boolean() }),
})

/** Services of one purpose. Those of an essential category are always on. */
export const ConsentCategory = z.object({
  slug: z.string(),
  label: z.string(),
  description: z.string(),
  isEssential: z.boolean(),
  services: z.array(ConsentService),
})
export type ConsentCategory = z.infer<typeof ConsentCategory>

export const Consent = z.object({
  /** Only what this installation really uses. */
  categories: z.array(ConsentCategory),
  /** When the signed-in caller decided; null for somebody who has not, or who is not signed in. */
  decided_at: z.string().nullable(),
})
export type Consent = z.infer<typeof Consent>

/** Nothing beyond the essential is on until somebody says so. */
export const getConsent = endpoint({
  method: 'GET',
  path: '/platform/consent',
  access: 'anyone',
  response: Consent,
})

/**
 * Stores what a person decided. Services that are not named keep their status; 400
 * `unknown_service`, and 400 `service_essential` for one that cannot be refused.
 */
export const setConsent = endpoint({
  method: 'PUT',
  path: '/platform/consent',
  access: 'signed-in',
  body: z.object({
    services: z.array(z.object({ id: z.string().max(100), status: z.boolean() })).max(100),
  }),
  response: Consent,
})
