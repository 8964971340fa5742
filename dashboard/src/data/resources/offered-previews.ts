import { featurePreviews, type FeaturePreview } from '@stoa/contract/catalog/feature-previews'
import { previewFlag, type FlagValue } from '@stoa/contract/platform/feature-flags'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { useFeatureFlags } from './feature-flags.ts'
import { useInstallation } from './installation.ts'

/** A preview somebody may see. */
export type OfferedPreview = FeaturePreview & {
  /** Whether their plan lets them switch it on. */
  isInPlan: boolean
  /** Where "Give feedback" leads; null where the installation has no discussions. */
  discussionsUrl: string | null
}

type Offer = {
  flags: Readonly<Record<string, FlagValue>>
  /** Plans of the organization somebody is in, or of all of theirs. */
  plans: readonly PlanId[]
  discussionsUrl: string | null
}

const PLAN_ORDER: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise']

/** The previews open to somebody: the server says what is listed, the plan what can be used. */
export function offeredPreviews({ flags, plans, discussionsUrl }: Offer): OfferedPreview[] {
  return featurePreviews
    .filter(({ key }) => flags[previewFlag(key)] === true)
    .map((preview) => ({
      ...preview,
      discussionsUrl,
      isInPlan: plans.some((plan) => reaches(plan, preview.minimumPlan ?? 'free')),
    }))
}

const reaches = (plan: PlanId, minimum: PlanId) =>
  PLAN_ORDER.indexOf(plan) >= PLAN_ORDER.indexOf(minimum)

/** No data until the server has said what is open. */
export function useOfferedPreviews(organizationSlug: string | undefined, plans: readonly PlanId[]) {
  const { data: flags, error, refetch } = useFeatureFlags(organizationSlug)
  const { data: installation } = useInstallation()
  const discussionsUrl = installation?.links.discussions_url ?? null
  return { data: flags && offeredPreviews({ flags, plans, discussionsUrl }), error, refetch }
}
