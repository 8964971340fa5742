import { z } from 'zod'

/** Settings for signing in with a passkey instead of a password. */
export const passkeys = {
  fields: {
    passkey_enabled: z.boolean(),
    /** The name of the site that a browser shows. Empty: the host of the site URL. */
    webauthn_rp_display_name: z.string().max(255),
    /** The domain that passkeys belong to. Empty: the host of the site URL. */
    webauthn_rp_id: z.string().max(255),
    /** Origins separated by commas. Empty: the origin of the site URL. */
    webauthn_rp_origins: z.string().max(2000),
  },
  defaults: {
    passkey_enabled: false,
    webauthn_rp_display_name: '',
    webauthn_rp_id: '',
    webauthn_rp_origins: '',
  },
}
