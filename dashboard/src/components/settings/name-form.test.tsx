import { useState } from 'react'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { NameForm } from './name-form.tsx'

/** A form whose saves end when the test says so. */
function show() {
  const saves: { name: string; end: () => void }[] = []
  function Example() {
    const [saved, setSaved] = useState('Shop')
    const [isPending, setIsPending] = useState(false)
    return (
      <NameForm
        title="Project"
        saved={saved}
        canUpdate
        summary={(name) => `It will be called ${name}.`}
        save={{
          isPending,
          mutate({ name }, { onSuccess }) {
            setIsPending(true)
            saves.push({
              name,
              end() {
                setSaved(name)
                setIsPending(false)
                onSuccess()
              },
            })
          },
        }}
      />
    )
  }
  render(<Example />)
  return saves
}

it('saves again, once the save that runs has ended, what was entered meanwhile', async () => {
  const saves = show()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.type(name, '!{Enter}')
  await userEvent.type(name, '?{Enter}')
  expect(saves.map((save) => save.name)).toEqual(['Shop!'])
  act(() => saves[0]?.end())
  expect(saves.map((save) => save.name)).toEqual(['Shop!', 'Shop!?'])
  act(() => saves[1]?.end())
  expect(name).toHaveValue('Shop!?')
  expect(saves).toHaveLength(2)
})

it('sends nothing when Enter is pressed in an unchanged form', async () => {
  const saves = show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')
  expect(saves).toHaveLength(0)
})
