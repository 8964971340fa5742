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
      /** Addresses mails may lead back to besides the site's own; `*`, `**` and `?` match as in globs. */
      uri_allow_list: z.array(z.string()).default([]),
      external_email_enabled: z.boolean().default(true),
      external_anonymous_users_enabled: z.boolean().default(false),
      /** Groups of characters, divided by `:`; a password needs one of each. Empty asks for none. */
      password_required_characters: z.string().default(''),
      /** Seconds a link or code from a mail is good for. */
      mailer_otp_exp: z.int().positive().default(3600),
      mailer_otp_length: z.int().min(6).max(10).default(6),
      /** A change of address is confirmed from the old mailbox and the new one. */
      mailer_secure_email_change_enabled: z.boolean().default(true),
      /** Seconds in which a refresh token that was already used still leads to its successor. */
      security_refresh_token_reuse_interval: z.int().nonnegative().default(10),
      /** Second factors from authenticator apps: whether people may add them, and use those they have. */
      mfa_totp_enroll_enabled: z.boolean().default(true),
      mfa_totp_verify_enabled: z.boolean().default(true),
      /** An account's second factors, those it has not finished adding included. */
      mfa_max_enrolled_factors: z.int().nonnegative().default(10),
    })
    .prefault({}),
  data_api: z
    .object({
      /** Off refuses every request to the data API. */
      enabled: z.boolean().default(true),
      exposed_schemas: z.array(z.string()).default(['public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.int().default(1000),
      /** `sum()` and its like in `select`; off because one may read a whole table for one row. */
      db_aggregates_enabled: z.boolean().default(false),
      /** Execution plans as answers (`application/vnd.pgrst.plan`): they tell much of a database. */
      db_plan_enabled: z.boolean().default(false),
      /** A function that runs in every request's transaction before anything else, `schema.name`; empty for none. */
      db_pre_request: z.string().default(''),
      /** How transactions end, and whether `Prefer: tx=` may choose otherwise. */
      db_tx_end: z
        .enum(['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'])
        .default('commit'),
      server_timing_enabled: z.boolean().default(false),
      /** What the document at the API's root shows. */
      openapi_mode: z
        .enum(['follow-privileges', 'ignore-privileges', 'disabled'])
        .default('follow-privileges'),
    })
    .prefault({}),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>
