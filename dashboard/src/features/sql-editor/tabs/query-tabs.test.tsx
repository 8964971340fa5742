import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { showSignedIn } from '../../../../test/show.tsx'
import { QueryTabs } from './query-tabs.tsx'

function show(currentId: string) {
  const tabs = {
    ids: ['a', currentId],
    close: vi.fn<(ids: readonly string[]) => void>(),
    move: vi.fn<(id: string, to: number) => void>(),
    reopen: undefined,
  }
  const onOpen = vi.fn<(id: string) => void>()
  showSignedIn(
    <QueryTabs
      tabs={tabs}
      currentId={currentId}
      document={null}
      snippets={undefined}
      onOpen={onOpen}
      onNew={() => undefined}
    />,
  )
  return { tabs, onOpen }
}

it('shows a tab for an id that is not one, because it comes from the URL', () => {
  show('"]\'\\')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it('opens, moves and closes tabs with the keyboard', async () => {
  const { tabs, onOpen } = show('b')
  const [first] = screen.getAllByRole('button', { name: 'Query' })
  first?.focus()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledWith('a')
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
  expect(tabs.move).toHaveBeenCalledWith('a', 1)
  await userEvent.keyboard('{Delete}')
  expect(tabs.close).toHaveBeenCalledWith(['a'])
})
