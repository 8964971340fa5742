import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inRouter, showSignedIn } from '../../../test/show.tsx'
import { productOf } from '../rooms/products.ts'
import type { NavigationProduct } from './navigation.ts'
import { SideNavigation } from './side-navigation.tsx'

const scrollIntoView = vi.fn<(this: Element) => void>()

/** Makes media queries for a width in rem match as in a window of this width. */
const widthIs = (pixels: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches:
      pixels < Number(/width < (\d+)rem/.exec(query)?.[1]) * 16 &&
      pixels >= Number(/(\d+)rem <= width/.exec(query)?.[1] ?? 0) * 16,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn())
  widthIs(1440)
  HTMLElement.prototype.scrollIntoView = scrollIntoView
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})

const productIn = (id: 'home' | 'settings', isCurrent: boolean): NavigationProduct => {
  const product = productOf(id)
  const page = { label: product.label, to: `/${id}`, keywords: [], isCurrent, panel: undefined }
  return { id, product, isCurrent, groups: [{ heading: undefined, pages: [page] }] }
}

function Growing() {
  const [isLoaded, setIsLoaded] = useState(false)
  const products = [productIn('home', false), ...(isLoaded ? [productIn('settings', true)] : [])]
  return (
    <>
      <SideNavigation products={products} pathname="/settings" isBesideList isBesidePanel={false} />
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

const COLLAPSE = { name: 'Collapse navigation' }
const EXPAND = { name: 'Keep open' }

const show = (isBesideList: boolean, isBesidePanel = false) =>
  showSignedIn(
    inRouter(() => (
      <SideNavigation
        products={[productIn('home', true)]}
        pathname="/home"
        isBesideList={isBesideList}
        isBesidePanel={isBesidePanel}
      />
    )),
  )

it.each([
  [1440, true, COLLAPSE],
  [1199, true, EXPAND],
  [1199, false, COLLAPSE],
  [1023, false, EXPAND],
])('at %i px, with a second column: %s, offers to %o', async (width, isBesideList, button) => {
  widthIs(width)
  show(isBesideList)
  expect(await screen.findByRole('button', button)).toBeVisible()
})

it.each([
  [1440, EXPAND],
  [1600, COLLAPSE],
  // The panel is over the page.
  [1280, COLLAPSE],
])('at %i px, with an open panel, offers to %o', async (width, button) => {
  widthIs(width)
  show(true, true)
  expect(await screen.findByRole('button', button)).toBeVisible()
})

it('remembers a choice, until expanding where there is room restores the automatic state', async () => {
  const { unmount } = show(true)
  await userEvent.click(await screen.findByRole('button', COLLAPSE))
  unmount()
  const again = show(true)
  await userEvent.click(await screen.findByRole('button', EXPAND))
  again.unmount()
  widthIs(1024)
  show(true)
  expect(await screen.findByRole('button', EXPAND)).toBeVisible()
})
