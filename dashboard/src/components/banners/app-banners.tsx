import { useOverdueInvoices } from '../../data/invoices.ts'
import { useNotices } from '../../data/notices.ts'
import { useOrganizations } from '../../data/organizations.ts'
import { useProfile } from '../../data/profile.ts'
import { useProject } from '../../data/projects.ts'
import { useSelectedOrganization } from '../../data/selected-organization.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { Markdown } from '../../ui/markdown.tsx'
import type { Place } from '../shell/use-place.ts'
import type { BannerContent } from './banner.tsx'
import { BannerStack } from './banner-stack.tsx'
import { billingBanners } from './billing-banners.ts'
import { useClockBanners, useIncidentBanners } from './public-status.ts'

/** Every banner of a signed-in page, in the order of SPEC 2. */
export function AppBanners({ place }: { place: Place }) {
  const incidents = useIncidentBanners()
  const notices = useNoticeBanners()
  const clock = useClockBanners()
  const billing = useBillingBanners(place)
  const all = [incidents, notices, clock, billing]
  const isSettled = all.every((banners) => banners !== undefined)
  return <BannerStack banners={isSettled ? all.flatMap((banners) => banners ?? []) : undefined} />
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Notices nobody has dismissed in this browser; a dismissed one never comes back. */
function useNoticeBanners(): BannerContent[] | undefined {
  const { data: notices, isError } = useNotices()
  const [dismissed, setDismissed] = useSetting('stoa.dismissed.notices', NONE, isTextList)
  if (isError) return []
  return notices
    ?.filter(({ id }) => !dismissed.includes(id))
    .map(({ id, title, text, link }) => ({
      id: `notice-${id}`,
      kind: 'notice',
      title,
      text: <Markdown text={text} />,
      ...(link && { link: { label: 'Learn more', href: link } }),
      onDismiss: () => setDismissed([...dismissed, id]),
    }))
}

const NONE: string[] = []

function useBillingBanners(place: Place): BannerContent[] | undefined {
  const profile = useProfile()
  const organizations = useOrganizations()
  const overdue = useOverdueInvoices()
  const ref = place.kind === 'project' ? place.ref : undefined
  const slug = place.kind === 'organization' ? place.slug : undefined
  const project = useProject(ref)
  const organization = useSelectedOrganization({ ref, slug })
  if (slug === undefined && ref === undefined) return []
  const isWaiting =
    profile.isPending || organizations.isLoading || overdue.isLoading || project.isLoading
  if (isWaiting) return undefined
  return billingBanners(organization, overdue.data ?? [])
}
