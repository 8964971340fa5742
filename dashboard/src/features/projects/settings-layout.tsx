import type { ReactNode } from 'react'
import { PageNavigation } from '../../components/page-navigation/page-navigation.tsx'
import { pathIn } from '../../components/rooms/page-path.ts'
import { useRooms } from '../../components/rooms/rooms-context.ts'
import { offersOf, useMeets } from '../../components/rooms/use-offers.ts'

/** The settings navigation: a second column, or a row above the page on narrow screens. */
export function SettingsLayout({
  projectRef,
  children,
}: {
  projectRef: string
  children: ReactNode
}) {
  const place = { kind: 'project', ref: projectRef } as const
  const pages = offersOf(useRooms(), ({ settings }) => settings, useMeets(place)).map(
    ({ label, to }) => ({ label, to: pathIn(place, to) }),
  )
  return (
    <PageNavigation label="Settings" groups={[{ pages }]}>
      {children}
    </PageNavigation>
  )
}
