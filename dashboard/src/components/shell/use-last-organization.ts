import { useEffect } from 'react'
import { keepLastOrganization } from '../../data/local/last-organization.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import type { ProductArea } from './use-place.ts'

/** Remembers the organization of the open page, including project pages. */
export function useLastOrganization(place: ProductArea) {
  const organization = useSelectedOrganization({
    ref: place.kind === 'project' ? place.ref : undefined,
    slug: place.kind === 'organization' ? place.slug : undefined,
  })
  const slug = organization?.slug
  useEffect(() => {
    if (slug !== undefined) keepLastOrganization(slug)
  }, [slug])
}
