import type { Organization } from '@stoa/contract/platform/organizations'
import { useOrganizations } from './organizations.ts'
import { useProject } from './projects.ts'

type Parameters = { slug?: string | undefined; ref?: string | undefined }

/** The organization of the open page, by its slug or by the id in the open project. */
export function useSelectedOrganization({ slug, ref }: Parameters): Organization | undefined {
  const { data: organizations } = useOrganizations()
  const { data: project } = useProject(slug === undefined ? ref : undefined)
  if (slug !== undefined) return organizations?.find((candidate) => candidate.slug === slug)
  return organizations?.find((candidate) => candidate.id === project?.organization_id)
}
