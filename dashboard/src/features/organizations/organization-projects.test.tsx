import { Organization } from '@stoa/contract/platform/organizations'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  answerWith,
  inRouter,
  organization,
  profile,
  project,
  showSignedIn,
} from '../../../test/show.tsx'
import { OrganizationProjects } from './organization-projects.tsx'

const listed = {
  id: project.id,
  ref: project.ref,
  name: project.name,
  organization_id: project.organization_id,
  organization_slug: project.organization_slug,
  status: project.status,
  compute: project.compute,
  region: project.region,
  cloud_provider: project.cloud_provider,
  parent_project_ref: project.parent_project_ref,
  preview_branch_refs: project.preview_branch_refs,
  inserted_at: project.inserted_at,
}
const branch = {
  ...listed,
  id: 2,
  ref: 'b'.repeat(20),
  name: 'staging',
  parent_project_ref: listed.ref,
}
const nested = {
  ...listed,
  id: 3,
  ref: 'c'.repeat(20),
  name: 'nested',
  parent_project_ref: branch.ref,
}

it('counts the branches of a project instead of listing them as projects', async () => {
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/projects': [listed, branch, nested],
  })
  const shown = Organization.parse(organization)
  showSignedIn(inRouter(() => <OrganizationProjects organization={shown} />))
  expect(await screen.findByRole('link', { name: '2 branches' })).toBeVisible()
  expect(screen.queryByText('staging')).toBeNull()
  expect(screen.queryByText('nested')).toBeNull()
})
