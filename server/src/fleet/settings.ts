import { z } from 'zod'

/**
 * What a project's members set and its services read. Kept as JSON with the project; every field
 * has a default, so a project made by an older release reads like a new one.
 */
export const ProjectSettings = z.object({
  auth: z
    .object({
      site_url: z.string().default('http://localhost:3000'),
      disable_signup: z.boolean().default(false),
      /** New accounts count as confirmed at once; off means a confirmation mail. */
      mailer_autoconfirm: z.boolean().default(true),
      /** Seconds an access token lives. */
      jwt_exp: z.int().default(3600),
      password_min_length: z.int().default(6),
      uri_allow_list: z.array(z.string()).default([]),
    })
    .prefault({}),
  data_api: z
    .object({
      exposed_schemas: z.array(z.string()).default(['public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.int().default(1000),
    })
    .prefault({}),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>
