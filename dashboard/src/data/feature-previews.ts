import { featurePreviews, type FeaturePreview } from '@stoa/contract/catalog/feature-previews'
import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { isBoolean } from '../lib/storage.ts'
import { useSetting } from '../lib/use-setting.ts'
import { useFeatureFlags } from './feature-flags.ts'
import { isRecord } from './http.ts'
import { useCapability, useProfile } from './profile.ts'

/** A preview somebody may see, and whether their plan lets them switch it on. */
export type OfferedPreview = FeaturePreview & { isInPlan: boolean }

type Offer = {
  hasPlatformOnly: boolean
  flags: Readonly<Record<string, FlagValue>>
  /** Plans of the organization somebody is in, or of all of theirs. */
  plans: readonly PlanId[]
}

const PLAN_ORDER: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise']

/** The previews open to somebody: gates and mode decide what is listed, the plan what can be used. */
export function offeredPreviews(
  { hasPlatformOnly, flags, plans }: Offer,
  catalog: readonly FeaturePreview[] = featurePreviews,
): OfferedPreview[] {
  return catalog
    .filter(({ isPlatformOnly }) => hasPlatformOnly || !isPlatformOnly)
    .filter(({ gate }) => !gate || (flags[gate.flag] ?? gate.default) === true)
    .map((preview) => ({
      ...preview,
      isInPlan: plans.some((plan) => reaches(plan, preview.minimumPlan ?? 'free')),
    }))
}

const reaches = (plan: PlanId, minimum: PlanId) =>
  PLAN_ORDER.indexOf(plan) >= PLAN_ORDER.indexOf(minimum)

/** Undefined until the server has said what is open. */
export function useOfferedPreviews(
  organizationSlug: string | undefined,
  plans: readonly PlanId[],
): OfferedPreview[] | undefined {
  const can = useCapability()
  const { data: flags, isError } = useFeatureFlags(organizationSlug)
  if (!flags && !isError) return undefined
  return offeredPreviews({
    hasPlatformOnly: can('previews:platform_only'),
    flags: flags ?? {},
    plans,
  })
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
