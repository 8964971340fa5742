import { z } from 'zod'

/** The sign-in services that the server knows, named as in GoTrue. */
export const EXTERNAL_PROVIDERS = [
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
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
] as const
export type ExternalProvider = (typeof EXTERNAL_PROVIDERS)[number]

type Of<Suffix extends string, Value> = {
  [Name in ExternalProvider as `external_${Name}_${Suffix}`]: Value
}

/** One field per provider. The names are computed, which TypeScript can't follow. */
const each = <Suffix extends string, Value>(suffix: Suffix, value: Value) =>
  Object.fromEntries(EXTERNAL_PROVIDERS.map((name) => [`external_${name}_${suffix}`, value])) as Of<
    Suffix,
    Value
  >

const Flag = z.boolean()
const Credential = z.string().max(5000)
/** The address of a server of one's own, without a path at its end. */
const BaseUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
const ClientIds = z.string().max(2000)

/** Settings for signing in with other services, and for signing in to other apps. */
export const external = {
  fields: {
    ...each('enabled', Flag),
    /** Several IDs, separated by commas, are accepted in ID tokens; the first one is for redirects. */
    ...each('client_id', ClientIds),
    ...each('secret', Credential),
    /** Accepts sign-ins from a provider that reveals no email address. */
    ...each('email_optional', Flag),
    external_azure_url: BaseUrl,
    external_gitlab_url: BaseUrl,
    external_keycloak_url: BaseUrl,
    external_workos_url: BaseUrl,
    external_apple_additional_client_ids: ClientIds,
    external_google_additional_client_ids: ClientIds,
    /** Accepts ID tokens whose nonce the client can't know, as on iOS. */
    external_google_skip_nonce_check: Flag,
    external_web3_ethereum_enabled: Flag,
    external_web3_solana_enabled: Flag,
    /** Lets people add identities to their own account. */
    security_manual_linking_enabled: Flag,
    saml_enabled: Flag,
    /** Offers identity providers a key for encrypting assertions, and decrypts those. */
    saml_allow_encrypted_assertions: Flag,
    /** The public URL of the API in SAML documents. Empty: the project's own. */
    saml_external_url: BaseUrl,
    oauth_server_enabled: Flag,
    oauth_server_allow_dynamic_registration: Flag,
    /** The path of the consent page below the site URL. */
    oauth_server_authorization_path: z
      .string()
      .max(500)
      .regex(/^(|\/(?!\/)[^\\\s]*)$/),
  },
  defaults: {
    ...each('enabled', false),
    ...each('client_id', ''),
    ...each('secret', ''),
    ...each('email_optional', false),
    external_azure_url: '',
    external_gitlab_url: '',
    external_keycloak_url: '',
    external_workos_url: '',
    external_apple_additional_client_ids: '',
    external_google_additional_client_ids: '',
    external_google_skip_nonce_check: false,
    external_web3_ethereum_enabled: false,
    external_web3_solana_enabled: false,
    security_manual_linking_enabled: false,
    saml_enabled: false,
    saml_allow_encrypted_assertions: false,
    saml_external_url: '',
    oauth_server_enabled: false,
    oauth_server_allow_dynamic_registration: false,
    oauth_server_authorization_path: '/oauth/consent',
  },
  secrets: EXTERNAL_PROVIDERS.map((name) => `external_${name}_secret` as const),
}
