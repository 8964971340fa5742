import type { AuthSettings } from '@stoa/contract/services/auth/settings'

const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** Returns the sign-in settings that are public. */
export const toSettingsBody = (settings: AuthSettings) => ({
  external: {
    ...Object.fromEntries(PROVIDERS.map((provider) => [provider, false])),
    anonymous_users: settings.external_anonymous_users_enabled,
    email: settings.external_email_enabled,
    phone: settings.external_phone_enabled,
  },
  disable_signup: settings.disable_signup,
  mailer_autoconfirm: settings.mailer_autoconfirm,
  phone_autoconfirm: settings.sms_autoconfirm,
  sms_provider: settings.external_phone_enabled ? settings.sms_provider : '',
  saml_enabled: false,
})
