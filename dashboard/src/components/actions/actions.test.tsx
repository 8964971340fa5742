import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ActionsProvider, useActions, useRegisterActions } from './actions.tsx'

function Page({ run, visible = true }: { run: () => void; visible?: boolean }) {
  const actions = useMemo(
    () => [
      { id: 'search', title: 'Search', shortcut: 'Mod+K', listed: false, run },
      { id: 'pause', title: 'Pause project', shortcut: 'P', visible, run },
    ],
    [run, visible],
  )
  useRegisterActions(actions)
  return <input aria-label="Field" />
}

function Titles() {
  return <p>{useActions().map(({ title }) => title)}</p>
}

const show = (run: () => void, visible?: boolean) =>
  render(
    <ActionsProvider>
      <Page run={run} {...(visible !== undefined && { visible })} />
      <Titles />
    </ActionsProvider>,
  )

describe('the action registry', () => {
  it('lists visible actions that are meant for the palette', () => {
    show(vi.fn<() => void>())
    expect(screen.getByText('Pause project')).toBeVisible()
  })

  it('runs an action by its shortcut', async () => {
    const run = vi.fn<() => void>()
    show(run)
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('p')
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('ignores a single-letter shortcut while the user types in a field', async () => {
    const run = vi.fn<() => void>()
    show(run)
    await userEvent.type(screen.getByLabelText('Field'), 'p')
    expect(run).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(run).toHaveBeenCalledOnce()
  })

  it('neither lists nor runs an action that is not visible', async () => {
    const run = vi.fn<() => void>()
    show(run, false)
    await userEvent.keyboard('p')
    expect(run).not.toHaveBeenCalled()
    expect(screen.queryByText('Pause project')).toBeNull()
  })
})
