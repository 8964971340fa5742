import { z } from 'zod'

/** Ten years. */
const MAX_HOURS = 87_600

/** Settings for how long people stay signed in. */
export const sessions = {
  fields: {
    /** Hours after which a session ends, however much it is used; 0 for no limit. */
    sessions_timebox: z.number().min(0).max(MAX_HOURS),
    /** Hours without a refresh after which a session ends; 0 for no limit. */
    sessions_inactivity_timeout: z.number().min(0).max(MAX_HOURS),
    /** A sign-in ends the account's older sessions at their next refresh. */
    sessions_single_per_user: z.boolean(),
    /**
     * Names of tags, separated by commas. With `sessions_single_per_user`, the account can have one
     * session per tag. A session without one of these tags counts as one with the first.
     */
    sessions_tags: z.string().max(500),
    /** Whether the reuse of an old refresh token ends the whole session. */
    refresh_token_rotation_enabled: z.boolean(),
  },
  defaults: {
    sessions_timebox: 0,
    sessions_inactivity_timeout: 0,
    sessions_single_per_user: false,
    sessions_tags: '',
    refresh_token_rotation_enabled: true,
  },
  secrets: [] as const,
}
