import { ProjectName } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { UnsavedFormsGuard } from '../unsaved-forms-guard.tsx'
import { NameForm } from './name-form.tsx'

// Only a browser's history asks before the page closes.
let history: ReturnType<typeof createBrowserHistory> | undefined
afterEach(() => {
  history?.destroy()
  window.history.replaceState(null, '', '/')
})

/** A form whose saves end when the test says so. */
async function show() {
  const saves: { name: string; end: () => void }[] = []
  function Example() {
    const [saved, setSaved] = useState('Shop')
    const [isPending, setIsPending] = useState(false)
    return (
      <NameForm
        title="Project"
        schema={ProjectName}
        saved={saved}
        canUpdate
        summary={(name) => `It will be called ${name}.`}
        failure="Failed to rename the project"
        save={{
          isPending,
          error: null,
          reset: () => undefined,
          mutate({ name }, { onSuccess }) {
            setIsPending(true)
            saves.push({
              name,
              end() {
                setSaved(name)
                setIsPending(false)
                onSuccess(undefined)
              },
            })
          },
        }}
      />
    )
  }
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/organizations">Team</Link>
        <Link to="/" search={{ panel: 'docs' }}>
          Docs
        </Link>
        <UnsavedFormsGuard>
          <Outlet />
        </UnsavedFormsGuard>
      </>
    ),
  })
  history = createBrowserHistory()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: Example }),
      createRoute({
        getParentRoute: () => root,
        path: '/organizations',
        component: () => 'The team',
      }),
    ]),
    history,
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('textbox', { name: 'Name' })
  return saves
}

it('saves what was entered during a save once that save has ended', async () => {
  const saves = await show()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.type(name, '!{Enter}')
  await userEvent.type(name, '?{Enter}')
  expect(saves.map((save) => save.name)).toEqual(['Shop!'])
  act(() => saves[0]?.end())
  await waitFor(() => expect(saves.map((save) => save.name)).toEqual(['Shop!', 'Shop!?']))
  act(() => saves[1]?.end())
  expect(name).toHaveValue('Shop!?')
  expect(saves).toHaveLength(2)
})

it('sends nothing when Enter is pressed in an unchanged form', async () => {
  const saves = await show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')
  expect(saves).toHaveLength(0)
})

const nameField = () => screen.getByRole('textbox', { name: 'Name' })
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

it('asks before a link discards unsaved changes', async () => {
  await show()
  await userEvent.type(nameField(), '!')
  await follow('Team')
  await question()
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(nameField()).toHaveValue('Shop!')
  await follow('Team')
  await question()
  await userEvent.click(screen.getByRole('button', { name: 'Discard and leave' }))
  await screen.findByText('The team')
})

it('leaves without a question when nothing changed', async () => {
  await show()
  await follow('Team')
  expect(await screen.findByText('The team')).toBeVisible()
})

it('opens a panel of the same page without a question', async () => {
  await show()
  await userEvent.type(nameField(), '!')
  await follow('Docs')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(nameField()).toHaveValue('Shop!')
})

it('asks before the browser closes the page with unsaved changes', async () => {
  await show()
  const close = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(close()).toBe(true)
  await userEvent.type(nameField(), '!')
  expect(close()).toBe(false)
})

it('leaves on its own once the running and the queued save have ended', async () => {
  const saves = await show()
  await userEvent.type(nameField(), '!{Enter}')
  await userEvent.type(nameField(), '?{Enter}')
  await follow('Team')
  await question()
  act(() => saves[0]?.end())
  await question()
  await waitFor(() => expect(saves).toHaveLength(2))
  act(() => saves[1]?.end())
  await screen.findByText('The team')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
