import {
  createCustomProvider,
  CustomProviderIdentifier,
  type CustomProvider,
} from '@stoa/contract/services/auth/custom-providers'
import type {
  CustomProviderChange,
  NewCustomProvider,
} from '../../../data/resources/services/auth/providers.ts'
import { z } from 'zod'
import { fieldsCheckedBy } from '../../../components/form/checked-by.ts'
import { isValidUrl } from '../../../lib/urls.ts'
import { mappingText, parseMapping } from './mapping.ts'

const URLS = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url'] as const
type UrlName = (typeof URLS)[number]

/** A custom provider as its form edits it; lists and mappings are text. */
export type ProviderForm = Readonly<
  Record<
    UrlName | 'identifier' | 'name' | 'client_id' | 'client_secret' | 'scopes' | 'mapping',
    string
  >
> & {
  readonly provider_type: CustomProvider['provider_type']
  readonly enabled: boolean
  readonly pkce_enabled: boolean
  readonly email_optional: boolean
  readonly skip_nonce_check: boolean
}

export const EMPTY_PROVIDER: ProviderForm = {
  provider_type: 'oidc',
  identifier: '',
  name: '',
  client_id: '',
  client_secret: '',
  issuer: '',
  discovery_url: '',
  authorization_url: '',
  token_url: '',
  userinfo_url: '',
  scopes: '',
  mapping: '',
  enabled: true,
  pkce_enabled: true,
  email_optional: false,
  skip_nonce_check: false,
}

export const formOf = (provider: CustomProvider): ProviderForm => ({
  provider_type: provider.provider_type,
  identifier: provider.identifier.replace(/^custom:/, ''),
  name: provider.name,
  client_id: provider.client_id,
  client_secret: '',
  issuer: provider.issuer ?? '',
  discovery_url: provider.discovery_url ?? '',
  authorization_url: provider.authorization_url ?? '',
  token_url: provider.token_url ?? '',
  userinfo_url: provider.userinfo_url ?? '',
  scopes: provider.scopes.join(' '),
  mapping: mappingText(provider.attribute_mapping),
  enabled: provider.enabled,
  pkce_enabled: provider.pkce_enabled,
  email_optional: provider.email_optional,
  skip_nonce_check: provider.skip_nonce_check,
})

/** The problems of the values that are filled in, by field. */
function providerProblems(form: ProviderForm): Partial<Record<keyof ProviderForm, string>> {
  const urls = URLS.filter((name) => form[name] !== '' && !isValidUrl(form[name]))
  const isIdentifier = CustomProviderIdentifier.safeParse(identifierOf(form)).success
  return {
    ...Object.fromEntries(
      urls.map((name) => [name, 'Enter a URL that starts with http:// or https://.']),
    ),
    ...(form.identifier !== '' &&
      !isIdentifier && {
        identifier: 'Enter 2 to 50 lowercase letters, digits, dashes, underscores, or colons.',
      }),
    ...(parseMapping(form.mapping) === undefined && {
      mapping: 'Enter one attribute per line, such as email = mail.',
    }),
  }
}

/** The required fields that are empty. */
function missingFields(form: ProviderForm, isNew: boolean) {
  const urls =
    form.provider_type === 'oidc'
      ? (['issuer'] as const)
      : (['authorization_url', 'token_url', 'userinfo_url'] as const)
  const required = ['name', 'identifier', 'client_id', ...(isNew ? ['client_secret'] : []), ...urls]
  const texts: Readonly<Record<string, unknown>> = form
  return Object.fromEntries(
    required
      .filter((name) => String(texts[name]).trim() === '')
      .map((name) => [name, 'Enter a value.']),
  )
}

const problemsOf = (isNew: boolean) => (form: ProviderForm) => ({
  ...missingFields(form, isNew),
  ...providerProblems(form),
})

const { body: accepted } = createCustomProvider

/** The form of a new provider, whose values the endpoint accepts. */
export const NewProvider = fieldsCheckedBy<ProviderForm>(problemsOf(true)).refine(
  (form) => accepted && z.safeParse(accepted, newProviderOf(form)).success,
)

/** The form of an existing provider, which keeps its secret without a new one. */
export const ChangedProvider = fieldsCheckedBy<ProviderForm>(problemsOf(false))

const identifierOf = ({ identifier }: ProviderForm) => `custom:${identifier.trim()}`

function valuesOf(form: ProviderForm) {
  const { provider_type: _type, identifier: _identifier, mapping, scopes, ...values } = form
  return {
    ...values,
    name: values.name.trim(),
    client_id: values.client_id.trim(),
    scopes: scopes.split(/[\s,]+/).filter(Boolean),
    attribute_mapping: parseMapping(mapping) ?? {},
  }
}

export const newProviderOf = (form: ProviderForm): NewCustomProvider => ({
  ...valuesOf(form),
  identifier: identifierOf(form),
  provider_type: form.provider_type,
})

/** Only the changed fields, so that fields the form cannot show are kept. */
export function changeOf(form: ProviderForm, initial: ProviderForm): CustomProviderChange {
  const before: Readonly<Record<string, unknown>> = valuesOf(initial)
  return Object.fromEntries(
    Object.entries(valuesOf(form)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  )
}
