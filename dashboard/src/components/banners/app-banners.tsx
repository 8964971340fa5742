import { lazy, Suspense, type ComponentType } from 'react'
import { useDiskUsage } from '../../data/resources/platform/disk.ts'
import { useOverdueInvoices } from '../../data/resources/platform/invoices.ts'
import { useOpenIncidents } from '../../data/resources/platform/incidents.ts'
import { useNotices } from '../../data/resources/platform/notices.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { useProfile } from '../../data/resources/platform/profile.ts'
import { useProject } from '../../data/resources/platform/projects.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import { useSetting } from '../../lib/use-setting.ts'
import type { ProductArea } from '../shell/use-place.ts'
import type { BannerContent, BannerProps } from './banner.tsx'
import { BannerStack } from './banner-stack.tsx'
import { billingBanners } from './billing-banners.ts'
import { diskBanners } from './disk-banners.ts'
import { useKeptBanners } from './kept-banners.ts'
import { incidentBanners, useClockBanners } from './public-status.ts'

// Markdown is loaded with the first notice. If loading fails, the notice is shown as plain text.
const Markdown = lazy<ComponentType<{ text: string }>>(() =>
  import('../../ui/display/markdown.tsx').then(
    (module) => ({ default: module.Markdown }),
    () => ({ default: ({ text }) => text }),
  ),
)

/** Every banner of a signed-in page, in the order of SPEC 2; the disk's banner is last. */
export function AppBanners({ place }: { place: ProductArea }) {
  const { data: ongoing } = useOpenIncidents()
  const incidents = ongoing && incidentBanners(ongoing)
  const notices = useNoticeBanners()
  const clock = useClockBanners()
  const billing = useBillingBanners(place)
  const disk = useDiskBanners(place)
  const all = [incidents, notices, clock, billing, disk]
  const isSettled = all.every((banners) => banners !== undefined)
  const fresh = isSettled ? all.flatMap((banners) => banners ?? []) : undefined
  const dismissal = useDismissal()
  const banners = useKeptBanners(addressOf(place), fresh)
  return <BannerStack banners={banners?.flatMap(dismissal)} />
}

const addressOf = (place: ProductArea): string => {
  if (place.kind === 'project') return `project/${place.ref}`
  if (place.kind === 'organization') return `org/${place.slug}`
  return place.kind
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Lets a user dismiss a notice in this browser. A dismissed notice never reappears. */
function useDismissal() {
  const [dismissed, setDismissed] = useSetting('stoa.dismissed.notices', NONE, isTextList)
  return ({ text, ...banner }: BannerContent): BannerProps[] => {
    if (banner.kind !== 'notice') return [{ ...banner, text }]
    const id = banner.id.slice(NOTICE.length)
    if (dismissed.includes(id)) return []
    return [
      {
        ...banner,
        text: text && (
          <Suspense>
            <Markdown text={text} />
          </Suspense>
        ),
        onDismiss: () => setDismissed([...dismissed, id]),
      },
    ]
  }
}

const NONE: string[] = []
const NOTICE = 'notice-'

function useNoticeBanners(): BannerContent[] | undefined {
  const { data: notices, isError } = useNotices()
  if (isError) return []
  return notices?.map(({ id, title, text, link }) => ({
    id: `${NOTICE}${id}`,
    kind: 'notice',
    title,
    text,
    ...(link && { link: { label: 'Learn more', href: link } }),
  }))
}

/** Appears once the disk usage is known, because no page should wait for its measurement. */
function useDiskBanners(place: ProductArea): BannerContent[] {
  const ref = place.kind === 'project' ? place.ref : undefined
  const { data: disk } = useDiskUsage(ref)
  return ref === undefined ? [] : diskBanners(ref, disk)
}

function useBillingBanners(place: ProductArea): BannerContent[] | undefined {
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
