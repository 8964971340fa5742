import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { TargetFields } from './target-fields.tsx'

const { ref } = project

function Target({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <TargetFields
        projectRef={ref}
        value={value}
        problem={value === '' ? 'Enter a URL.' : undefined}
        onChange={setValue}
      />
      <output>{value}</output>
    </>
  )
}

function show(initial: string, abilities = ['functions:read']) {
  answerWith({
    [`GET /platform/projects/${ref}`]: { ...project, abilities },
    [`GET /platform/functions/${ref}/functions`]: [edgeFunction],
  })
  showSignedIn(inRouter(() => <Target initial={initial} />))
}

const edgeFunction = {
  id: '11111111-1111-4111-8111-111111111111',
  slug: 'notify',
  name: 'notify',
  description: '',
  status: 'ACTIVE',
  version: 1,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  verify_jwt: true,
}

it('sends to an edge function that is selected from the list', async () => {
  show('https://example.com/hook')
  await userEvent.click(await screen.findByRole('radio', { name: 'Edge function' }))
  expect(await screen.findByText('Select a function.')).toBeInTheDocument()
  await userEvent.click(screen.getByLabelText('Function'))
  await userEvent.click(await screen.findByRole('option', { name: 'notify' }))
  expect(screen.getByRole('status')).toHaveTextContent('/functions/v1/notify')
})

it('shows the function of a webhook even after it was deleted', async () => {
  show('/functions/v1/gone')
  expect(await screen.findByRole('radio', { name: 'Edge function' })).toBeChecked()
  expect(screen.getByLabelText('Function')).toHaveTextContent('gone')
})

it('lets members who cannot list functions type the path of one', async () => {
  show('/functions/v1/notify', [])
  expect(await screen.findByLabelText('URL')).toHaveValue('/functions/v1/notify')
  expect(screen.queryByRole('radio')).toBeNull()
})
