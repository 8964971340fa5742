import { PROVIDER_URLS, type ProviderKind } from '@stoa/contract/catalog/assistant-levels'
import type { NewProvider } from '@stoa/contract/platform/assistant'
import { createOutgoing, type OutgoingStreams } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { Context } from '../context.ts'
import { assistantKeyRequired } from './errors.ts'
import type { Provider } from './models/model.ts'
import { readSettingsRow, type SettingsRow } from './queries.ts'

/** A provider, and the connections with which it can be reached. */
export type ReachableProvider = {
  readonly provider: Provider
  readonly source: 'organization' | 'installation'
  readonly outgoing: OutgoingStreams
}

export type Providers = {
  /** The provider that an organization uses: its own, or that of the installation. */
  find(organizationId: number): Promise<ReachableProvider | undefined>
  readonly installation: ReachableProvider | undefined
  /** A provider before it is saved. Uses the saved key if none is given and the address is the same. */
  draft(organizationId: number, row: SettingsRow, given: NewProvider): ReachableProvider
  /** The columns of a provider. Throws `assistant_key_required` like `draft`. */
  toRow(organizationId: number, row: SettingsRow, given: NewProvider): SettingsRow
}

function urlOf(kind: ProviderKind, given: string | null | undefined): string {
  const url = given ?? PROVIDER_URLS[kind] ?? ''
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/**
 * Finds providers and keeps their keys sealed. An organization's provider cannot have a private
 * address unless the installation allows it; the operator's own can.
 */
export function createProviders(
  deps: Pick<Context, 'session' | 'installationKey' | 'assistant'>,
): Providers {
  const box = createSecretBox(deps.installationKey, 'assistant-providers')
  const contextOf = (organizationId: number) => `organization ${organizationId}`
  const organizationsOutgoing = createOutgoing({
    allowsPrivate: deps.assistant?.allowsPrivateAddresses ?? false,
  })
  const configured = deps.assistant?.provider
  const installation: ReachableProvider | undefined = configured && {
    provider: { ...configured, url: urlOf(configured.kind, configured.url) },
    source: 'installation',
    outgoing: createOutgoing({ allowsPrivate: true }),
  }

  function savedKey(organizationId: number, { sealed_key }: SettingsRow): string | undefined {
    return sealed_key === null ? undefined : box.open(sealed_key, contextOf(organizationId))
  }

  function keyOf(organizationId: number, row: SettingsRow, given: NewProvider): string | undefined {
    // A key must not be sent to another address than the one it was saved for.
    const isSame =
      row.provider_kind === given.kind &&
      urlOf(given.kind, row.base_url) === urlOf(given.kind, given.base_url)
    const key = given.key ?? (isSame ? savedKey(organizationId, row) : undefined)
    if (key === undefined && given.kind !== 'compatible') throw assistantKeyRequired()
    return key
  }

  return {
    installation,
    async find(organizationId) {
      const row = await readSettingsRow(deps.session, organizationId)
      const { provider_kind: kind, model } = row
      if (kind === null || model === null) return installation
      return {
        provider: {
          kind,
          model,
          url: urlOf(kind, row.base_url),
          key: savedKey(organizationId, row),
        },
        source: 'organization',
        outgoing: organizationsOutgoing,
      }
    },
    draft: (organizationId, row, given) => ({
      provider: {
        kind: given.kind,
        model: given.model,
        url: urlOf(given.kind, given.base_url),
        key: keyOf(organizationId, row, given),
      },
      source: 'organization',
      outgoing: organizationsOutgoing,
    }),
    toRow(organizationId, row, given) {
      const key = keyOf(organizationId, row, given)
      return {
        ...row,
        provider_kind: given.kind,
        base_url: given.base_url,
        model: given.model,
        sealed_key: key === undefined ? null : box.seal(key, contextOf(organizationId)),
      }
    },
  }
}
