import { isBoolean } from '../../lib/storage.ts'
import { useSetting, useSettingsOn } from '../../lib/use-setting.ts'
import { isRecord } from '../client/http.ts'
import { useProfile } from '../resources/platform/profile.ts'

/** Whether the signed-in user enabled a preview in this browser. Previews are off by default. */
export function usePreviewEnabled(key: string): [boolean, (isEnabled: boolean) => void] {
  const { data: profile } = useProfile()
  return useSetting(settingOf(profile?.id, key), false, isBoolean)
}

/** The subset of previews that the signed-in user enabled in this browser. */
export function usePreviewsEnabled(keys: readonly string[]): ReadonlySet<string> {
  const { data: profile } = useProfile()
  const settings = useSettingsOn(keys.map((key) => settingOf(profile?.id, key)))
  return new Set(keys.filter((key) => settings.has(settingOf(profile?.id, key))))
}

const settingOf = (profileId: string | undefined, key: string) =>
  `stoa.preview.${profileId ?? ''}.${key}`

/** The stored state of the modal: whether it is open, and which preview it shows. */
export type PreviewModal = { open: boolean; selected: string | null }

const CLOSED: PreviewModal = { open: false, selected: null }

/** The local setting that SPEC 2 names. */
export const usePreviewModal = () => useSetting('featurePreviewModal', CLOSED, isPreviewModal)

function isPreviewModal(value: unknown): value is PreviewModal {
  if (!isRecord(value) || typeof value['open'] !== 'boolean') return false
  return value['selected'] === null || typeof value['selected'] === 'string'
}
