import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { CodeTab } from './code-tab.tsx'

const base = `/platform/functions/${project.ref}/functions/hello`
const at = '2026-03-01T12:00:00.000Z'
const deployed = {
  id: '11111111-1111-4111-8111-111111111111',
  slug: 'hello',
  name: 'hello',
  description: '',
  status: 'ACTIVE' as const,
  verify_jwt: true,
  version: 1,
  created_at: at,
  updated_at: at,
}
const version = (number: number, content: string) => ({
  version: number,
  is_active: true,
  created_at: at,
  created_by: null,
  bytes: content.length,
  entrypoint_path: 'index.ts',
  import_map_path: null,
  files: [{ path: 'index.ts', content, encoding: 'utf8' }],
})

afterEach(() => document.head.replaceChildren())

async function open() {
  const deployment = Promise.withResolvers<unknown>()
  const answers: Record<string, unknown> = {
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: {
      ...project,
      abilities: ['functions:read', 'functions:write'],
    },
    [`GET ${base}/versions/1`]: version(1, 'one'),
    [`GET ${base}/versions/1/type-errors`]: { is_checked: true, errors: [] },
    [`GET ${base}/versions/2/type-errors`]: { is_checked: true, errors: [] },
    [`POST ${base}/versions`]: deployment.promise,
  }
  const sent = answerWith(answers)
  let activate: (version: number) => void = () => undefined
  function Shown() {
    const [active, setActive] = useState(1)
    activate = setActive
    return <CodeTab projectRef={project.ref} deployed={{ ...deployed, version: active }} />
  }
  showSignedIn(inRouter(() => <Shown />))
  // Monaco needs a browser; without it, the code is in a plain field.
  const script = await waitFor(() => {
    const found = document.querySelector('script')
    if (!found) throw new Error('The code editor is not requested yet')
    return found
  })
  script.dispatchEvent(new Event('error'))
  const code = await screen.findByRole('textbox', { name: 'Code of index.ts' })
  const type = (text: string) => fireEvent.change(code, { target: { value: text } })
  const deploy = async () => {
    const button = await screen.findByRole('button', { name: 'Deploy new version' })
    await waitFor(() => expect(button).toBeEnabled())
    fireEvent.click(button)
    await waitFor(() =>
      expect(sent.map(({ request }) => request)).toContain(`POST ${base}/versions`),
    )
  }
  const finish = () => {
    answers[`GET ${base}/versions/2`] = version(2, 'two')
    act(() => activate(2))
    deployment.resolve({ ...deployed, version: 2 })
  }
  return { code, type, deploy, finish }
}

it('keeps what is typed during a deployment as a draft of the new version', async () => {
  const { code, type, deploy, finish } = await open()
  type('two')
  await deploy()
  type('three')
  finish()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Deploy new version' })).toBeEnabled(),
  )
  expect(code).toHaveValue('three')
  expect(screen.getByRole('button', { name: 'Discard changes' })).toBeVisible()
})

it('has no draft after a deployment of all that was typed', async () => {
  const { code, type, deploy, finish } = await open()
  type('two')
  await deploy()
  finish()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument(),
  )
  expect(code).toHaveValue('two')
})
