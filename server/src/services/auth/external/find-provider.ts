import {
  EXTERNAL_PROVIDERS,
  type ExternalProvider,
} from '@stoa/contract/services/auth/fields/external'
import { withoutRun } from '../../../lib/without-run.ts'
import type { AuthContext } from '../context.ts'
import { validationFailed } from '../errors.ts'
import { findCustomProvider } from '../queries/custom-providers.ts'
import { toProvider } from './custom-provider.ts'
import { OAUTH_PROVIDERS } from './oauth-providers.ts'
import { OPENID_PROVIDERS } from './openid-providers.ts'
import type { Provider, ProviderKind } from './provider.ts'

const KINDS: Readonly<Record<ExternalProvider, ProviderKind>> = {
  ...OPENID_PROVIDERS,
  ...OAUTH_PROVIDERS,
}

const isBuiltIn = (name: string): name is ExternalProvider =>
  EXTERNAL_PROVIDERS.some((known) => known === name)

const unsupported = (why: string) => validationFailed(`Unsupported provider: ${why}`)

/** Finds an enabled provider with its credentials; 400 `validation_failed` if it can't be used. */
export async function findProvider(context: AuthContext, given: string): Promise<Provider> {
  const name = given.toLowerCase()
  if (isBuiltIn(name)) return builtIn(context, name)
  const provider = name.startsWith('custom:') ? await custom(context, name) : undefined
  if (!provider) throw unsupported(`Provider ${name.slice(0, 100)} could not be found`)
  return provider
}

/** Finds a provider for redirects, which need a secret. */
export async function findRedirectProvider(context: AuthContext, name: string): Promise<Provider> {
  const provider = await findProvider(context, name)
  if (provider.clientId === '') throw unsupported('missing OAuth client ID')
  if (provider.secret === '') throw unsupported('missing OAuth secret')
  return provider
}

async function custom(context: AuthContext, name: string) {
  const row = await findCustomProvider(context.database, name)
  if (row && !row.enabled) throw unsupported('provider is not enabled')
  return row && toProvider(context, row)
}

/** The parts of an address that a project can replace, without a slash at the end. */
function baseOf({ settings }: Pick<AuthContext, 'settings'>, name: ExternalProvider): string {
  const given =
    name === 'azure' || name === 'gitlab' || name === 'keycloak' || name === 'workos'
      ? settings[`external_${name}_url`]
      : ''
  return withoutRun(given || KINDS[name].base || '', '/')
}

const splitIds = (list: string) =>
  list
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)

function builtIn(context: Pick<AuthContext, 'settings'>, name: ExternalProvider): Provider {
  const { settings } = context
  if (!settings[`external_${name}_enabled`]) throw unsupported('provider is not enabled')
  const { base: _default, endpoints, read, scopes, ...kind } = KINDS[name]
  const base = baseOf(context, name)
  if (name === 'keycloak' && base === '') throw unsupported('missing OAuth URL')
  const { request, authorize, token, issuer } = endpoints(base)
  const ids = splitIds(settings[`external_${name}_client_id`])
  const more =
    name === 'apple' || name === 'google'
      ? splitIds(settings[`external_${name}_additional_client_ids`])
      : []
  const [clientId = ''] = ids
  return {
    ...kind,
    name,
    requestUrl: request,
    authorizeUrl: authorize,
    tokenUrl: token,
    issuer,
    scopes,
    clientId,
    secret: settings[`external_${name}_secret`],
    clientIds: [...ids, ...more],
    isEmailOptional: settings[`external_${name}_email_optional`],
    skipsNonce: name === 'google' && settings.external_google_skip_nonce_check,
    read: (answer, api) => read({ answer, api, base, clientId }),
  }
}
