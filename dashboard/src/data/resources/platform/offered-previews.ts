import {
  featurePreviews,
  previewFlag,
  type FeaturePreview,
} from '@stoa/contract/catalog/feature-previews'
import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import type { PlanId } from '@stoa/contract/platform/organizations'
import { useFeatureFlags } from './feature-flags.ts'
import { useInstallation } from './installation.ts'

/** A preview that the user can see. */
export type OfferedPreview = FeaturePreview & {
  /** Whether the user's plan allows enabling it. */
  isInPlan: boolean
  /** The 'Give feedback' link, or null when the installation has no discussions. */
  discussionsUrl: string | null
}

type Offer = {
  flags: Readonly<Record<string, FlagValue>>
  /** The plan of the open organization, or the plans of all of the user's organizations. */
  plans: readonly PlanId[]
  discussionsUrl: string | null
}

const PLAN_ORDER: readonly PlanId[] = ['free', 'pro', 'team', 'enterprise']

/** The previews to offer: the server decides what is listed, and the plan what can be enabled. */
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

/** Has no data until the server has responded. */
export function useOfferedPreviews(organizationSlug: string | undefined, plans: readonly PlanId[]) {
  const { data: flags, error, refetch } = useFeatureFlags(organizationSlug)
  const { data: installation } = useInstallation()
  const discussionsUrl = installation?.links.discussions_url ?? null
  return { data: flags && offeredPreviews({ flags, plans, discussionsUrl }), error, refetch }
}
