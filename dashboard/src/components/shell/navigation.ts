import type { LucideIcon } from 'lucide-react'
import { pathIn } from '../rooms/page-path.ts'
import type { NavigationGroup, Panel, Room } from '../rooms/room.ts'
import { offersOf, type Meets } from '../rooms/use-offers.ts'
import type { Place } from './use-place.ts'

export type NavigationItem = {
  label: string
  icon: LucideIcon
  to: string
  /** Whether the entry is also marked as current on every page below its path. */
  includesChildren: boolean
  /** A panel that opens instead of the page. */
  panel: Panel | undefined
}

const GROUPS: readonly NavigationGroup[] = ['start', 'build', 'operate', 'settings']

/** The pages that the rooms offer in a place, in the order of the side navigation. */
export function navigationFor(
  rooms: readonly Room[],
  place: Place,
  meets: Meets,
): NavigationItem[] {
  const entries = offersOf(rooms, ({ navigation }) => navigation, meets)
  return GROUPS.flatMap((group) =>
    entries.filter((entry) => entry.scope === place.kind && entry.group === group),
  ).map(({ label, icon, to, includesChildren = false, panel }) => ({
    label,
    icon,
    to: pathIn(place, to),
    includesChildren,
    panel: panel && meets({ preview: { key: panel.preview, isOn: true } }) ? panel : undefined,
  }))
}
