import type { ProviderKind } from '@stoa/contract/catalog/assistant-levels'

/** The provider that the environment configures for every organization. */
export type InstallationProvider = {
  readonly kind: ProviderKind
  readonly url: string | undefined
  readonly model: string
  readonly key: string | undefined
}
