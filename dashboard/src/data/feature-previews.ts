import { featurePreviews, type FeaturePreview } from '@stoa/contract/catalog/feature-previews'
import { previewFlag, type FlagValue } from '@stoa/contract/platform/feature-flags'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { isBoolean } from '../lib/storage.ts'
import { useSetting } from '../lib/use-setting.ts'
import { useFeatureFlags } from './feature-flags.ts'
import { isRecord } from './http.ts'
import { useProfile } from './profile.ts'

/** A preview somebody may see, and whether their plan lets them switch it on. */
export type OfferedPreview = FeaturePreview & { isInPlan: boolean }

type Offer = {
  flags: Readonly<Record<string, FlagValue>>
  /** Plans of the organization somebody is in, or of all of theirs. */
  plans: readonly PlanId[]
}

const PLAN_ORDER: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise']

/** The previews open to somebody: the server says what is listed, the plan what can be used. */
export function offeredPreviews(
  { flags, plans }: Offer,
  catalog: readonly FeaturePreview[] = featurePreviews,
): OfferedPreview[] {
  return catalog
    .filter(({ key }) => flags[previewFlag(key)] === true)
    .map((preview) => ({
      ...preview,
      isInPlan: plans.some((plan) => reaches(plan, preview.minimumPlan ?? 'free')),
    }))
}

const reaches = (plan: PlanId, minimum: PlanId) =>
  PLAN_ORDER.indexOf(plan) >= PLAN_ORDER.indexOf(minimum)

/** No data until the server has said what is open. */
export function useOfferedPreviews(organizationSlug: string | undefined, plans: readonly PlanId[]) {
  const { data: flags, error, refetch } = useFeatureFlags(organizationSlug)
  return { data: flags && offeredPreviews({ flags, plans }), error, refetch }
}

/** Whether the signed-in person has switched a preview on in this browser; off until they do. */
export function usePreviewEnabled(key: string): [boolean, (isEnabled: boolean) => void] {
  const { data: profile } = useProfile()
  return useSetting(`stoa.preview.${profile?.id ?? ''}.${key}`, false, isBoolean)
}

/** What the modal keeps: whether it is open, and which preview it shows. */
export type PreviewModal = { open: boolean; selected: string | null }

const CLOSED: PreviewModal = { open: false, selected: null }

/** The local setting named in SPEC 2. */
export const usePreviewModal = () => useSetting('featurePreviewModal', CLOSED, isPreviewModal)

function isPreviewModal(value: unknown): value is PreviewModal {
  if (!isRecord(value) || typeof value['open'] !== 'boolean') return false
  return value['selected'] === null || typeof value['selected'] === 'string'
}
