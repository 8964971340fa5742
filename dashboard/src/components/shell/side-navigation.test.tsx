import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { House } from 'lucide-react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inRouter, showSignedIn } from '../../../test/show.tsx'
import { SideNavigation } from './side-navigation.tsx'

const scrollIntoView = vi.fn<(this: Element) => void>()

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  HTMLElement.prototype.scrollIntoView = scrollIntoView
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})

const item = { icon: House, includesChildren: false, panel: undefined }

function Growing() {
  const [isLoaded, setIsLoaded] = useState(false)
  const items = [
    { ...item, label: 'Home', to: '/home' },
    ...(isLoaded ? [{ ...item, label: 'Settings', to: '/' }] : []),
  ]
  return (
    <>
      <SideNavigation sections={[{ group: 'home', heading: undefined, items }]} />
      <button type="button" onClick={() => setIsLoaded(true)}>
        Load
      </button>
    </>
  )
}

it('scrolls to the entry of the page when it is added after the page was opened', async () => {
  showSignedIn(inRouter(() => <Growing />))
  const load = await screen.findByRole('button', { name: 'Load' })
  expect(scrollIntoView).not.toHaveBeenCalled()
  await userEvent.click(load)
  expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole('link', { name: 'Settings' })])
})
