import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../test/show.tsx'
import { ProjectGate } from './project-gate.tsx'

const branch = {
  ...project,
  ref: 'bbbbbbbbbbbbbbbbbbbb',
  name: 'Shop, branch',
  parent_project_ref: project.ref,
}

afterEach(() => vi.unstubAllGlobals())

const show = (ref: string) => {
  const onUnknown = vi.fn<() => void>()
  showSignedIn(
    <ProjectGate projectRef={ref} needsDatabase onUnknown={onUnknown}>
      the page
    </ProjectGate>,
  )
  return onUnknown
}

// SPEC: "In platform mode, a ref listed in a project's preview_branch_refs also counts as valid."
it('shows a preview branch, which only its parent project lists', async () => {
  answerWith({
    'GET /platform/projects': [{ ...project, preview_branch_refs: [branch.ref] }],
    [`GET /platform/projects/${branch.ref}`]: branch,
  })
  const onUnknown = show(branch.ref)
  expect(await screen.findByText('the page')).toBeVisible()
  expect(onUnknown).not.toHaveBeenCalled()
})

it('redirects once from a ref that the server does not know', async () => {
  answerWith({})
  const onUnknown = show(branch.ref)
  await waitFor(() => expect(onUnknown).toHaveBeenCalledOnce())
  expect(screen.queryByText('the page')).toBeNull()
})
