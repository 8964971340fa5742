import type { LucideIcon } from 'lucide-react'
import { pathIn } from '../rooms/page-path.ts'
import type { NavigationGroup, PagePath, Panel, Room } from '../rooms/room.ts'
import { offersOf, type Meets } from '../rooms/use-offers.ts'
import type { Place } from './use-place.ts'

export type NavigationItem = {
  label: string
  icon: LucideIcon
  to: string
  /** Whether the entry is also marked as current on every page below its path. */
  includesChildren: boolean
  /** Other pages on which the entry is marked as current. */
  alsoCurrentOn?: readonly PagePath[]
  /** A panel that opens instead of the page. */
  panel: Panel | undefined
}

/** Entries of the side navigation that belong together. Home and settings have no heading. */
export type NavigationSection = {
  group: NavigationGroup | 'organization' | 'account'
  heading: string | undefined
  items: NavigationItem[]
}

const SECTIONS: readonly Omit<NavigationSection, 'items'>[] = [
  { group: 'home', heading: undefined },
  { group: 'database', heading: 'Database' },
  { group: 'auth', heading: 'Auth' },
  { group: 'storage', heading: 'Storage' },
  { group: 'functions', heading: 'Functions' },
  { group: 'realtime', heading: 'Realtime' },
  { group: 'observe', heading: 'Observe' },
  { group: 'settings', heading: undefined },
]

/**
 * The pages that the rooms offer in a place, in the sections of the side navigation. A section
 * without pages is left out.
 */
export function navigationFor(
  rooms: readonly Room[],
  place: Place,
  meets: Meets,
): NavigationSection[] {
  const entries = offersOf(rooms, ({ navigation }) => navigation, meets).filter(
    ({ scope }) => scope === place.kind,
  )
  return SECTIONS.map((section) => ({
    ...section,
    items: entries
      .filter(({ group }) => group === section.group)
      .map(({ label, icon, to, includesChildren = false, alsoCurrentOn = [], panel }) => ({
        label,
        icon,
        to: pathIn(place, to),
        includesChildren,
        alsoCurrentOn: alsoCurrentOn.map((path) => pathIn(place, path)),
        panel: panel && meets({ preview: { key: panel.preview, isOn: true } }) ? panel : undefined,
      })),
  })).filter(({ items }) => items.length > 0)
}
