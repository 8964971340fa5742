import {
  levelOfTags,
  tagsOfLevel,
  type AssistantLevel,
  type ProviderKind,
} from '@stoa/contract/catalog/assistant-levels'
import type { AssistantSettings } from '@stoa/contract/platform/assistant'
import type { AssistantChange, ProviderDraft } from '../../data/resources/platform/assistant.ts'

/** The form of an organization's assistant. */
export type SettingsDraft = {
  level: AssistantLevel
  /** `none` uses the provider of the installation, if there is one. */
  kind: ProviderKind | 'none'
  model: string
  /** Empty for the provider's own address. */
  url: string
  /** Empty keeps the saved key. */
  key: string
}

export const draftOf = ({ opt_in_tags, provider }: AssistantSettings): SettingsDraft => ({
  level: levelOfTags(opt_in_tags),
  kind: provider?.kind ?? 'none',
  model: provider?.model ?? '',
  url: provider?.base_url ?? '',
  key: '',
})

/** The provider of the form; null for none of its own. */
export function providerOf({ kind, model, url, key }: SettingsDraft): ProviderDraft | null {
  if (kind === 'none') return null
  return {
    kind,
    model: model.trim(),
    base_url: url.trim() === '' ? null : url.trim(),
    ...(key.trim() !== '' && { key: key.trim() }),
  }
}

export const changeOf = (draft: SettingsDraft): AssistantChange => ({
  opt_in_tags: tagsOfLevel(draft.level),
  provider: providerOf(draft),
})

const isUrl = (text: string) => /^https?:\/\/./.test(text) && URL.canParse(text)

/** The problems of the form by field. */
export function problemsOf(draft: SettingsDraft, saved: AssistantSettings) {
  const { kind, model, url, key } = draft
  if (kind === 'none') return {}
  const isUrlNeeded = kind === 'compatible'
  return {
    model: model.trim() === '' ? 'Enter the name of a model.' : undefined,
    url:
      (url.trim() === '' && !isUrlNeeded) || isUrl(url.trim())
        ? undefined
        : 'Enter a URL that starts with https:// or http://.',
    key:
      key.trim() === '' && !isUrlNeeded && !hasSavedKey(draft, saved) ? 'Enter a key.' : undefined,
  }
}

/** A saved key is only used for the provider and the address that it was saved for. */
export const hasSavedKey = ({ kind, url }: SettingsDraft, { provider }: AssistantSettings) =>
  provider?.has_key === true && provider.kind === kind && (provider.base_url ?? '') === url.trim()
