import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRouter } from '@tanstack/react-router'
import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, showSignedIn } from '../../../test/show.tsx'
import { useEditAsSql } from './use-edit-as-sql.ts'

afterEach(() => vi.unstubAllGlobals())

const PREVIEW = 'inline-sql-editor'
const STATEMENT = 'create or replace trigger stamp …;'

function Page() {
  const editAsSql = useEditAsSql()
  const { location } = useRouter().history
  return (
    <>
      {editAsSql ? (
        <button type="button" onClick={() => editAsSql('trigger-7', async () => STATEMENT)}>
          Edit as SQL
        </button>
      ) : (
        <p>Forms</p>
      )}
      <p>
        {location.search} {location.state.inlineSqlText}
      </p>
    </>
  )
}

function show(isOn: boolean) {
  localStorage.setItem(`stoa.preview.${profile.id}.${PREVIEW}`, String(isOn))
  answerWith({ 'GET /platform/profile': profile })
  showSignedIn(inRouter(Page))
}

// SPEC: "directly edit database entities (inline editor) | Inline SQL editor."
it('opens an object in the SQL panel with its statement while the preview is on', async () => {
  expect(featurePreviews.find(({ key }) => key === PREVIEW)?.name).toBe(
    'Directly edit database entities',
  )
  show(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit as SQL' }))
  await waitFor(() => expect(screen.getByText(/inlineSql=trigger-7/)).toHaveTextContent(STATEMENT))
})

it('leaves objects to their forms while the preview is off', async () => {
  show(false)
  expect(await screen.findByText('Forms')).toBeVisible()
})
