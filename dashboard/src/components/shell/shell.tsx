import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { usePreviewModal } from '../../data/local/feature-previews.ts'
import { ActionsProvider } from '../actions/actions.tsx'
import { BannerSpace } from '../banners/banner-space.tsx'
import { productOf, type ProductId } from '../rooms/products.ts'
import type { Room } from '../rooms/room.ts'
import { useRooms } from '../rooms/rooms-context.ts'
import { offersOf, useMeets } from '../rooms/use-offers.ts'
import { ConsentToast } from '../consent/consent-toast.tsx'
import { preloadSignOut, SignOut } from '../sign-out.tsx'
import { UnsavedFormsGuard } from '../unsaved-forms-guard.tsx'
import { currentEntry, listBeside, navigationFor } from './navigation.ts'
import { PageColumn } from './page-column.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { PanelRegion, useIsPanelOpen } from './panel-region.tsx'
import { openers } from './room-actions.ts'
import { SharedActions } from './shared-actions.tsx'
import { TopBar } from './top-bar.tsx'
import { useFocusOnNewPage } from './use-focus-on-new-page.ts'
import { useLastOrganization } from './use-last-organization.ts'
import { usePageEvents } from './use-page-events.ts'
import { usePlace, type ProductArea } from './use-place.ts'

const NavigationSheet = lazy(() =>
  import('./navigation-sheet.tsx').then((module) => ({ default: module.NavigationSheet })),
)
const CommandPalette = lazy(() =>
  import('../actions/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const ConnectDialog = lazy(() =>
  import('../connect/connect-dialog.tsx').then((module) => ({ default: module.ConnectDialog })),
)

const AppBanners = lazy(() =>
  import('../banners/app-banners.tsx').then((module) => ({ default: module.AppBanners })),
)
const FeaturePreviewsDialog = lazy(() =>
  import('../feature-previews/feature-previews-dialog.tsx').then((module) => ({
    default: module.FeaturePreviewsDialog,
  })),
)
const ShortcutsDialog = lazy(() =>
  import('../actions/shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)
const PrivacyDialog = lazy(() =>
  import('../consent/privacy-dialog.tsx').then((module) => ({ default: module.PrivacyDialog })),
)

type Open = 'navigation' | 'palette' | 'connect' | 'privacy' | 'shortcuts' | 'sign-out'

/** The top bar, the navigation and the dialogs that can open over every page. */
export function Shell({ children }: { children: ReactNode }) {
  const place = usePlace()
  const rooms = useRooms()
  const meets = useMeets(place)
  const accountMenu = offersOf(rooms, ({ accountMenu: entries }) => entries, meets)
  const { pathname } = useLocation()
  const meetsOrLoads = useMeets(place, { whileLoading: true })
  const products = navigationFor(rooms, { place, meets: meetsOrLoads, pathname })
  const current = currentEntry(rooms, pathname)
  const beside = current && listBeside(rooms, current.product)
  const isPanelOpen = useIsPanelOpen()
  const navigate = useNavigate()
  const [previews, setPreviews] = usePreviewModal()
  const openPreviews = useCallback(() => setPreviews({ open: true, selected: null }), [setPreviews])
  usePageEvents(pathname)
  useFocusOnNewPage(pathname)
  useLastOrganization(place)
  useEffect(preloadSignOut, [])
  // A dialog belongs to the page it was opened on. A change of route closes it permanently.
  const [opened, setOpened] = useState<{ what: Open; at: string }>()
  if (opened && opened.at !== pathname) setOpened(undefined)
  const isOpen = (what: Open) => opened?.what === what && opened.at === pathname
  const toggle = (what: Open) => (open: boolean) =>
    setOpened(open ? { what, at: pathname } : undefined)
  return (
    <ActionsProvider>
      <SharedActions
        place={place}
        meets={meets}
        meetsForPages={meetsOrLoads}
        onSearch={() => toggle('palette')(!isOpen('palette'))}
        onConnect={() => toggle('connect')(true)}
        onPreviews={openPreviews}
        onPrivacy={() => toggle('privacy')(true)}
        onShortcuts={() => toggle('shortcuts')(true)}
        onSignOut={() => toggle('sign-out')(true)}
      />
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-raised focus:px-3 focus:py-1.5"
      >
        Skip to content
      </a>
      <BannerSpace>
        <AppBanners place={place} />
      </BannerSpace>
      <TopBar
        place={place}
        accountMenu={accountMenu}
        panels={place.kind === 'project' ? openers(rooms, meets) : []}
        onOpenNavigation={() => toggle('navigation')(true)}
        onSearch={() => toggle('palette')(true)}
        onConnect={() => toggle('connect')(true)}
        onPreviews={openPreviews}
        onShortcuts={() => toggle('shortcuts')(true)}
        onSignOut={() => toggle('sign-out')(true)}
      />
      <div className="flex min-h-dvh pt-(--shell-top)">
        {place.kind === 'project' && products.length > 0 && (
          <SideNavigation
            products={products}
            pathname={pathname}
            isBesideList={beside !== undefined}
            isBesidePanel={isPanelOpen}
          />
        )}
        {current && beside === 'column' && (
          <PageColumn
            listed={listedIn(rooms, place, current.product)}
            label={productOf(current.product).label}
            current={current.label}
            product={products.find(({ isCurrent }) => isCurrent)}
            pathname={pathname}
          />
        )}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <UnsavedFormsGuard>{children}</UnsavedFormsGuard>
        </main>
        {place.kind === 'project' && <PanelRegion projectRef={place.ref} />}
      </div>
      <Suspense>
        {isOpen('navigation') && (
          <NavigationSheet
            place={place}
            pathname={pathname}
            products={products}
            accountMenu={accountMenu}
            onClose={() => toggle('navigation')(false)}
          />
        )}
        {isOpen('palette') && (
          <CommandPalette place={place} open onOpenChange={toggle('palette')} />
        )}
        {place.kind === 'project' && isOpen('connect') && (
          <ConnectDialog projectRef={place.ref} onClose={() => toggle('connect')(false)} />
        )}
        {previews.open && <FeaturePreviewsDialog place={place} />}
        {isOpen('shortcuts') && <ShortcutsDialog onClose={() => toggle('shortcuts')(false)} />}
        {isOpen('privacy') && <PrivacyDialog onClose={() => toggle('privacy')(false)} />}
      </Suspense>
      {isOpen('sign-out') && (
        <SignOut
          onSignOut={() => void navigate({ to: '/logout', state: { isSignOutConfirmed: true } })}
          onStay={() => toggle('sign-out')(false)}
        />
      )}
      <ConsentToast />
    </ActionsProvider>
  )
}

/** The pages of the product that people created in the open project. */
function listedIn(rooms: readonly Room[], place: ProductArea, product: ProductId) {
  if (place.kind !== 'project') return undefined
  const pages = rooms.find(({ listedPages }) => listedPages?.product === product)?.listedPages
  return pages && { projectRef: place.ref, pages }
}
