import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Dialog, DialogContent, DialogForm } from '../ui/overlays/dialog.tsx'
import { Input } from '../ui/inputs/input.tsx'
import type { ModalFormProps } from '../ui/overlays/modal-content.tsx'
import { PageForm } from '../ui/layout/page-header.tsx'
import { Sheet, SheetForm } from '../ui/overlays/sheet.tsx'
import { Switch } from '../ui/inputs/switch.tsx'
import { useForm } from './form/use-form.ts'
import { UnsavedFormsGuard } from './unsaved-forms-guard.tsx'

type Kind = 'dialog' | 'sheet'
type Given = Pick<ModalFormProps, 'pending'> & {
  onSubmit?: (close: () => void) => void
}

/** A text and a switch, which the guard has to treat alike. */
function FormIn({ kind, given, onClose }: { kind: Kind; given: Given; onClose: () => void }) {
  const { values, isDirty, change } = useForm({
    values: { name: 'old', isOn: false },
    schema: z.object({ name: z.string(), isOn: z.boolean() }),
  })
  const form = {
    ...given,
    isDirty,
    submitLabel: 'Create',
    onSubmit: () => given.onSubmit?.(onClose),
    onCancel: onClose,
    children: (
      <>
        <Input
          aria-label="Name"
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Switch
          aria-label="Public"
          checked={values.isOn}
          onCheckedChange={(isOn) => change({ isOn })}
        />
      </>
    ),
  }
  if (kind === 'sheet')
    return (
      <Sheet open title="Form" onClose={onClose}>
        <SheetForm {...form} />
      </Sheet>
    )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Form">
        <DialogForm {...form} />
      </DialogContent>
    </Dialog>
  )
}

function show(page: () => React.ReactNode) {
  window.history.replaceState(null, '', '/start')
  const root = createRootRoute({})
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/start',
      component: () => <UnsavedFormsGuard>{page()}</UnsavedFormsGuard>,
    }),
    createRoute({ getParentRoute: () => root, path: '/other', component: () => 'Another page' }),
  ])
  const router = createRouter({ routeTree, history: createBrowserHistory() })
  render(<RouterProvider router={router as never} />)
  return router
}

function Opened({ kind, given }: { kind: Kind; given: Given }) {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen ? <FormIn kind={kind} given={given} onClose={() => setIsOpen(false)} /> : 'Closed'
}

const field = () => screen.findByRole('textbox', { name: 'Name' })
const question = () => screen.findByRole('dialog', { name: 'Discard your changes?' })

beforeEach(() => vi.stubGlobal('scrollTo', vi.fn()))
afterEach(() => window.history.replaceState(null, '', '/'))

describe.each(['dialog', 'sheet'] as const)('a form in a %s', (kind) => {
  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('asks before %s loses typed text', async (_, leave) => {
    show(() => <Opened kind={kind} given={{}} />)
    await userEvent.type(await field(), ' and new')
    await leave()
    expect(await question()).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(await field()).toHaveValue('old and new')
    await leave()
    await question()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('Closed')).toBeVisible()
  })

  it('closes without a question if its text is back to what it was', async () => {
    show(() => <Opened kind={kind} given={{}} />)
    await userEvent.type(await field(), 'er{Backspace}{Backspace}')
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByText('Closed')).toBeVisible()
  })

  it('asks before a changed switch is lost, but not once it is back to what it was', async () => {
    show(() => <Opened kind={kind} given={{}} />)
    await field()
    await userEvent.click(screen.getByRole('switch', { name: 'Public' }))
    await userEvent.keyboard('{Escape}')
    expect(await question()).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Public' }))
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByText('Closed')).toBeVisible()
  })

  it('closes by itself after it was submitted', async () => {
    show(() => <Opened kind={kind} given={{ onSubmit: (close) => close() }} />)
    await userEvent.type(await field(), ' and new{Enter}')
    expect(await screen.findByText('Closed')).toBeVisible()
  })
})

it('asks at once after a submit that was rejected', async () => {
  show(() => <Opened kind="sheet" given={{ onSubmit: () => undefined }} />)
  await userEvent.type(await field(), ' and new{Enter}{Escape}')
  expect(await question()).toBeVisible()
})

it('asks before a page is left while a dialog holds typed text', async () => {
  const router = show(() => <Opened kind="dialog" given={{}} />)
  await userEvent.type(await field(), ' and new')
  void router.navigate({ to: '/other' as never })
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Discard and leave' }))
  expect(await screen.findByText('Another page')).toBeVisible()
})

describe('a form of a page', () => {
  function NamePage({ onSubmit }: { onSubmit: () => void }) {
    const { values, isDirty, change } = useForm({
      values: { name: '' },
      schema: z.object({ name: z.string() }),
    })
    return (
      <PageForm
        submitLabel="Create"
        isDirty={isDirty}
        onSubmit={onSubmit}
        onCancel={vi.fn<() => void>()}
      >
        <Input
          aria-label="Name"
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </PageForm>
    )
  }
  const showPage = (onSubmit = vi.fn<() => void>()) => show(() => <NamePage onSubmit={onSubmit} />)

  it('asks before the page is left with typed text', async () => {
    const router = showPage()
    await userEvent.type(await field(), 'Shop')
    void router.navigate({ to: '/other' as never })
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
    expect(await field()).toHaveValue('Shop')
  })

  it('leaves by itself after it was submitted', async () => {
    const onSubmit = vi.fn<() => void>()
    const router = showPage(onSubmit)
    onSubmit.mockImplementation(() => void router.navigate({ to: '/other' as never }))
    await userEvent.type(await field(), 'Shop{Enter}')
    await waitFor(() => expect(screen.getByText('Another page')).toBeVisible())
  })
})
