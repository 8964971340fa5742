import { EXTERNAL_PROVIDERS } from '@stoa/contract/services/auth/fields/external'
import type { AuthSettings } from '@stoa/contract/services/auth/settings'

/** Returns the sign-in settings that are public. */
export const toSettingsBody = (settings: AuthSettings) => ({
  external: {
    ...Object.fromEntries(
      EXTERNAL_PROVIDERS.map((name) => [name, settings[`external_${name}_enabled`]]),
    ),
    linkedin: false,
    anonymous_users: settings.external_anonymous_users_enabled,
    email: settings.external_email_enabled,
    phone: settings.external_phone_enabled,
  },
  disable_signup: settings.disable_signup,
  mailer_autoconfirm: settings.mailer_autoconfirm,
  phone_autoconfirm: settings.sms_autoconfirm,
  sms_provider: settings.external_phone_enabled ? settings.sms_provider : '',
  saml_enabled: settings.saml_enabled,
})
