import { usePreviewsEnabled } from '../../data/local/feature-previews.ts'
import { useProfile } from '../../data/resources/platform/profile.ts'
import { useProject } from '../../data/resources/platform/projects.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import type { ProductArea } from '../shell/use-place.ts'
import type { Needs, Room } from './room.ts'
import { useRooms } from './rooms-context.ts'

/** Returns whether a person meets the given needs. An empty list is always met. */
export type Meets = (needs: Needs | undefined) => boolean

/**
 * Checks needs against the open project or organization, the profile and the enabled previews.
 * `whileLoading` is the result for a permission while those of the project are loading. The
 * navigation shows such entries, because entries that are added later would move the others.
 */
export function useMeets(
  place: ProductArea,
  { whileLoading = false }: { whileLoading?: boolean } = {},
): Meets {
  const rooms = useRooms()
  const { data: profile } = useProfile()
  const { data: project } = useProject(place.kind === 'project' ? place.ref : undefined)
  const organization = useSelectedOrganization({
    slug: place.kind === 'organization' ? place.slug : undefined,
  })
  const previews = usePreviewsEnabled(rooms.flatMap(previewsOf))
  const abilities = project?.abilities ?? organization?.abilities
  return ({ ability, capability, isBranch, preview } = {}) =>
    (ability === undefined || (abilities?.includes(ability) ?? whileLoading)) &&
    (capability === undefined || (profile?.capabilities.includes(capability) ?? false)) &&
    (isBranch === undefined || (project?.parent_project_ref ?? null) !== null) &&
    (preview === undefined || previews.has(preview.key) === preview.isOn)
}

type Offer = { readonly needs?: Needs }

/** One kind of entry from all rooms, in their order and limited to entries whose needs are met. */
export const offersOf = <Entry extends Offer>(
  rooms: readonly Room[],
  entries: (room: Room) => readonly Entry[] | undefined,
  meets: Meets,
): Entry[] =>
  rooms
    .filter(({ needs }) => meets(needs))
    .flatMap((room) => entries(room) ?? [])
    .filter(({ needs }) => meets(needs))

function previewsOf(room: Room): string[] {
  const { needs, navigation, accountMenu, actions, searches } = room
  const entries: readonly Offer[] = [
    ...(navigation ?? []),
    ...(accountMenu ?? []),
    ...(actions ?? []),
    ...(searches ?? []),
  ]
  const all = [needs, ...entries.map((entry) => entry.needs)]
  const panels = (navigation ?? []).flatMap(({ panel }) => panel?.preview ?? [])
  return [...all.flatMap((each) => each?.preview?.key ?? []), ...panels]
}
