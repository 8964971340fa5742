import type { ExternalProvider } from '@stoa/contract/services/auth/fields/external'
import type { AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsPart } from '../../../components/settings/settings-declaration.ts'

const NAMES: Readonly<Record<ExternalProvider, string>> = {
  apple: 'Apple',
  azure: 'Azure (Microsoft)',
  bitbucket: 'Bitbucket',
  discord: 'Discord',
  facebook: 'Facebook',
  figma: 'Figma',
  fly: 'Fly.io',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  kakao: 'Kakao',
  keycloak: 'Keycloak',
  linkedin_oidc: 'LinkedIn',
  notion: 'Notion',
  slack: 'Slack (older apps)',
  slack_oidc: 'Slack',
  snapchat: 'Snapchat',
  spotify: 'Spotify',
  twitch: 'Twitch',
  twitter: 'Twitter (OAuth 1.0a)',
  workos: 'WorkOS',
  x: 'X (Twitter)',
  zoom: 'Zoom',
}

/** The providers in alphabetical order, with their display names. */
export const PROVIDERS = Object.entries(NAMES)
  .map(([value, label]) => ({ value: value as ExternalProvider, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** Providers that can also run on a self-hosted server. */
const WITH_URL = ['azure', 'gitlab', 'keycloak', 'workos'] as const
const URL_HELP: Readonly<Record<(typeof WITH_URL)[number], string>> = {
  azure:
    'Include the tenant, such as https://login.microsoftonline.com/<tenant>. Leave empty for all tenants.',
  gitlab: 'The URL of your GitLab instance. Leave empty for gitlab.com.',
  keycloak: 'Include the realm, such as https://keycloak.example.com/realms/<realm>.',
  workos: 'Leave empty for api.workos.com.',
}

/** Providers whose mobile apps have client IDs of their own. */
const WITH_MORE_IDS = ['apple', 'google'] as const

const TOO_LONG = 'The text is too long.'
const NOT_A_URL = 'Enter a URL that starts with http:// or https://.'

/** The settings of one provider, for a page of settings. */
export const providerPart = (name: ExternalProvider): SettingsPart<Settings> => ({
  title: 'Credentials',
  description: 'From the app that you registered with the provider.',
  fields: [
    {
      name: `external_${name}_enabled`,
      control: 'switch',
      label: 'Enable provider',
      inSentence: 'the provider',
    },
    {
      name: `external_${name}_client_id`,
      control: 'identifier',
      label: 'Client ID',
      help: 'Separate several IDs with commas. Redirects use the first; ID tokens for any of them are accepted.',
      problem: TOO_LONG,
      inSentence: 'client ID',
    },
    {
      name: `external_${name}_secret`,
      control: 'secret',
      label: 'Client secret',
      problem: TOO_LONG,
      inSentence: 'client secret',
    },
    ...WITH_URL.flatMap((known) =>
      known === name
        ? [
            {
              name: `external_${known}_url` as const,
              control: 'identifier' as const,
              isOptional: known !== 'keycloak',
              label: 'URL',
              help: URL_HELP[known],
              problem: NOT_A_URL,
              inSentence: 'URL',
            },
          ]
        : [],
    ),
    ...WITH_MORE_IDS.flatMap((known) =>
      known === name
        ? [
            {
              name: `external_${known}_additional_client_ids` as const,
              control: 'identifier' as const,
              isOptional: true,
              label: 'Additional client IDs',
              help: 'For your mobile apps. Separate IDs with commas.',
              problem: TOO_LONG,
              inSentence: 'additional client IDs',
            },
          ]
        : [],
    ),
    ...(name === 'google'
      ? [
          {
            name: 'external_google_skip_nonce_check' as const,
            control: 'switch' as const,
            label: 'Skip nonce checks',
            help: 'Accepts ID tokens with a nonce that can’t be checked, such as those from iOS. A stolen ID token can then be reused until it expires.',
            inSentence: 'nonce checks',
          },
        ]
      : []),
    {
      name: `external_${name}_email_optional`,
      control: 'switch',
      label: 'Allow users without an email address',
      inSentence: 'users without an email address',
    },
  ],
})
