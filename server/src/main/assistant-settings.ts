import type { ProviderKind } from '@stoa/contract/catalog/assistant-levels'

type AssistantValues = {
  readonly STOA_AI_PROVIDER?: ProviderKind | undefined
  readonly STOA_AI_URL?: string | undefined
  readonly STOA_AI_MODEL?: string | undefined
  readonly STOA_AI_API_KEY?: string | undefined
}

/** The provider of the assistant that the environment names. */
export type AssistantProvider = {
  readonly kind: ProviderKind
  readonly url: string | undefined
  readonly model: string
  readonly key: string | undefined
}

/** The variables that lack another one, with the reason. */
export function assistantFaults(values: AssistantValues): [string, string][] {
  const { STOA_AI_PROVIDER: kind, STOA_AI_URL: url, STOA_AI_API_KEY: key } = values
  if (kind === undefined)
    return url === undefined && key === undefined
      ? []
      : [['STOA_AI_PROVIDER', 'must be set together with STOA_AI_URL and STOA_AI_API_KEY']]
  if (kind === 'compatible')
    return url === undefined ? [['STOA_AI_URL', 'must be set for STOA_AI_PROVIDER=compatible']] : []
  return key === undefined ? [['STOA_AI_API_KEY', `must be set for STOA_AI_PROVIDER=${kind}`]] : []
}

export function assistantProvider(values: AssistantValues): AssistantProvider | undefined {
  const { STOA_AI_PROVIDER: kind, STOA_AI_MODEL: model } = values
  if (kind === undefined || model === undefined) return undefined
  return { kind, model, url: values.STOA_AI_URL, key: values.STOA_AI_API_KEY }
}
