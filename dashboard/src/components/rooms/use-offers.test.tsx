import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { useMeets } from './use-offers.ts'

function BranchEntry() {
  const meets = useMeets({ kind: 'project', ref: project.ref })
  return (
    <>
      {meets({ ability: 'project:read' }) && <p>Loaded</p>}
      {meets({ ability: 'project:read', isBranch: true }) && <p>Only in branches</p>}
    </>
  )
}

it.each([
  ['a branch', 'b'.repeat(20), 1],
  ['the project itself', null, 0],
])('offers entries for branches in %s: %s', async (_where, parent, offered) => {
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [],
    'GET /platform/projects': [],
    [`GET /platform/projects/${project.ref}`]: {
      ...project,
      abilities: ['project:read'],
      parent_project_ref: parent,
    },
  })
  showSignedIn(inRouter(() => <BranchEntry />))
  expect(await screen.findByText('Loaded')).toBeVisible()
  expect(screen.queryAllByText('Only in branches')).toHaveLength(offered)
})
