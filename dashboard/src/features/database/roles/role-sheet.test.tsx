import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import { RoleSheet } from './role-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

const role = {
  id: 1,
  name: 'team',
  can_login: true,
  can_create_db: false,
  can_create_role: false,
  can_bypass_rls: false,
  is_superuser: false,
  is_replication_role: false,
  is_managed: false,
  can_change: true,
  inherits_from: [],
  active_connections: 0,
  connection_limit: -1,
  comment: null,
}
const PATH = `POST /platform/meta/${project.ref}/object-changes`

type Sent = { change: Record<string, unknown>; dry_run?: true }

function show(edited?: typeof role) {
  const sent = answerWith({ [PATH]: { statements: ['the SQL of the server'] } })
  const onClose = vi.fn<() => void>()
  showSignedIn(
    <RoleSheet projectRef={project.ref} {...(edited && { role: edited })} onClose={onClose} />,
  )
  const bodies = () => sent.map(({ body }) => body as Sent)
  const made = () => bodies().flatMap(({ change, dry_run }) => (dry_run ? [] : [change]))
  const shown = () => bodies().flatMap(({ change, dry_run }) => (dry_run ? [change] : []))
  return { made, shown, onClose }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })

it('creates a role, and asks for the SQL without the password', async () => {
  const { made, shown, onClose } = show()
  type('Name', 'Team')
  type('Password', 's3cret')
  expect(await screen.findByLabelText('SQL')).toHaveTextContent('the SQL of the server;')
  fireEvent.click(screen.getByRole('button', { name: 'Create role' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(made()).toEqual([
    { kind: 'create_role', name: 'Team', can_login: true, password: 's3cret' },
  ])
  expect(shown().length).toBeGreaterThan(0)
  expect(JSON.stringify(shown())).not.toContain('s3cret')
})

it('changes only the attributes of a role that differ', async () => {
  const { made } = show(role)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Can create databases' }))
  type('Password', 's3cret')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Can sign in' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save role' }))
  await expect
    .poll(made)
    .toEqual([{ kind: 'alter_role', name: 'team', can_login: false, can_create_db: true }])
})

it('does not undo what somebody else changed while the sheet was open', async () => {
  const sent = answerWith({ [PATH]: { statements: ['the SQL of the server'] } })
  function Refetched() {
    const [current, setCurrent] = useState(role)
    return (
      <>
        <button type="button" onClick={() => setCurrent({ ...role, can_create_role: true })}>
          Refetch
        </button>
        <RoleSheet projectRef={project.ref} role={current} onClose={() => undefined} />
      </>
    )
  }
  showSignedIn(<Refetched />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Can create databases' }))
  fireEvent.click(screen.getByText('Refetch'))
  fireEvent.click(screen.getByRole('button', { name: 'Save role' }))
  await expect
    .poll(() => sent.map(({ body }) => body as Sent).find(({ dry_run }) => !dry_run)?.change)
    .toEqual({ kind: 'alter_role', name: 'team', can_create_db: true })
})

it('says at the field which passwords it refuses', async () => {
  const { made } = show()
  type('Name', 'Team')
  type('Password', 'pässword')
  fireEvent.click(screen.getByRole('button', { name: 'Create role' }))
  expect(
    await screen.findByText(
      'Use only ASCII characters: clients encode others differently, so some could not sign in.',
    ),
  ).toBeVisible()
  expect(made()).toEqual([])
})
