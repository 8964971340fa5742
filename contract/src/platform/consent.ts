import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const ConsentService = z.object({
  id: z.string(),
  name: z.string(),
  consent: z.object({ status: z.boolean() }),
})

/** Services with one purpose. Essential services are always on. */
export const ConsentCategory = z.object({
  slug: z.string(),
  label: z.string(),
  description: z.string(),
  isEssential: z.boolean(),
  services: z.array(ConsentService),
})
export type ConsentCategory = z.infer<typeof ConsentCategory>

export const Consent = z.object({
  /** Contains only services that this installation uses. */
  categories: z.array(ConsentCategory),
  /** The time of the caller's latest decision; null without one, or for a caller who is not signed in. */
  decided_at: z.string().nullable(),
})
export type Consent = z.infer<typeof Consent>

/** Returns the services; those that are not essential are off until the person agrees. */
export const getConsent = endpoint({
  method: 'GET',
  path: '/platform/consent',
  access: 'anyone',
  response: Consent,
})

/**
 * Stores a person's decision. Services that are not named keep their status. Returns 400
 * `unknown_service`, or 400 `service_essential` for a service that cannot be switched off.
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
