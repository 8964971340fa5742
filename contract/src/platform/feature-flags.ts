import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const FlagName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][\w.:-]*$/, 'must be a name of letters, digits, ".", ":", "_" and "-"')
export const FlagValue = z.union([z.boolean(), z.number(), z.string().max(1000)])
export type FlagValue = z.infer<typeof FlagValue>

export const FeatureFlag = z.object({
  id: z.uuid(),
  name: z.string(),
  value: FlagValue,
  /** At most one of the two is set; with neither, the value applies to the whole installation. */
  organization_slug: z.string().nullable(),
  user_id: z.uuid().nullable(),
  updated_at: z.string(),
})
export type FeatureFlag = z.infer<typeof FeatureFlag>

/**
 * The flags of the caller: the person's own value, else that of the organization in the query (one of
 * the caller's), else the installation's. The response always contains the gates of the feature
 * previews, and `preview:{key}` for every preview: whether it is offered. Only the preview's gate
 * changes that.
 */
export const getFeatureFlags = endpoint({
  method: 'GET',
  path: '/platform/feature-flags',
  access: 'signed-in',
  query: z.object({ organization_slug: z.string().max(200).optional() }),
  response: z.record(z.string(), FlagValue),
})

/** Every stored flag, sorted by name. */
export const listFeatureFlags = endpoint({
  method: 'GET',
  path: '/platform/installation/feature-flags',
  access: 'operator',
  response: z.array(FeatureFlag),
})

/** Sets one flag for the installation, an organization or a person. */
export const setFeatureFlag = endpoint({
  method: 'PUT',
  path: '/platform/installation/feature-flags',
  access: 'operator',
  body: z
    .object({
      name: FlagName,
      value: FlagValue,
      organization_slug: z.string().optional(),
      user_id: z.uuid().optional(),
    })
    .refine((flag) => flag.organization_slug === undefined || flag.user_id === undefined, {
      message: 'A flag is for an organization or for a person, not for both',
    }),
  response: FeatureFlag,
})

export const deleteFeatureFlag = endpoint({
  method: 'DELETE',
  path: '/platform/installation/feature-flags/{id}',
  access: 'operator',
  params: z.object({ id: z.uuid() }),
  response: z.object({}),
})

/** Records which value of a flag the caller's client acted on. */
export const trackFeatureFlag = endpoint({
  method: 'POST',
  path: '/platform/telemetry/feature-flags/track',
  access: 'signed-in',
  body: z.object({ feature_flag_name: FlagName, feature_flag_value: FlagValue }),
  maxBodyBytes: 16_384,
  response: z.object({}),
})
