import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, showSignedIn, project } from '../../../test/show.tsx'
import { ProjectGate } from './project-gate.tsx'

const branch = project.ref

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
it('lets in to a preview branch, which is in no list of projects', async () => {
  answerWith({ 'GET /platform/projects': [], [`GET /platform/projects/${branch}`]: project })
  const onUnknown = show(branch)
  expect(await screen.findByText('the page')).toBeVisible()
  expect(onUnknown).not.toHaveBeenCalled()
})

it('leads away from a ref that the server does not know, once', async () => {
  answerWith({})
  const onUnknown = show(branch)
  await waitFor(() => expect(onUnknown).toHaveBeenCalledOnce())
  expect(screen.queryByText('the page')).toBeNull()
})
