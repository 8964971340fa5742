import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../data/client/client-context.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import type { PaletteEntry } from '../rooms/room.ts'
import { useRooms } from '../rooms/rooms-context.ts'
import { useOpenPath } from '../rooms/use-open-path.ts'
import { offersOf, useMeets } from '../rooms/use-offers.ts'
import type { ProductArea } from '../shell/use-place.ts'
import { useActions } from './actions.tsx'
import type { PaletteItem } from './palette-search.ts'

export type PaletteItems = {
  items: readonly PaletteItem[]
  isLoading: boolean
  /** The headings of the sources that could not be read. */
  failed: readonly string[]
}

const ACTION_WEIGHT = 60
const SOURCE_WEIGHT = 40
/** An earlier source outranks a later one with an equally good match. */
const WEIGHT_STEP = 5

/** The actions of the open page, and the entries of every source that the rooms declare. */
export function usePaletteItems(place: ProductArea): PaletteItems {
  const actions = useActions()
  const { entries, isLoading, failed } = useEntries(place)
  const open = useOpenPath(place)
  const items = useMemo(
    () => [
      ...actions.map((action): PaletteItem => ({
        group: 'This page',
        ...action,
        isListed: action.isSearchedOnly !== true,
        weight: ACTION_WEIGHT + (action.weight ?? 0),
      })),
      ...entries.flatMap(({ heading, isListed, list, weight }) =>
        list.map((entry: PaletteEntry): PaletteItem => ({
          ...entry,
          group: heading,
          isListed,
          weight,
          run: () => open(entry.to),
        })),
      ),
    ],
    [actions, entries, open],
  )
  return { items, isLoading, failed }
}

const NONE: readonly PaletteEntry[] = []

/** The entries stay in the query cache, so that the palette opens with the previous ones. */
function useEntries(place: ProductArea) {
  const call = useCall()
  const queryClient = useQueryClient()
  const rooms = useRooms()
  const meets = useMeets(place)
  const projectRef = place.kind === 'project' ? place.ref : undefined
  const organizationSlug = useSelectedOrganization({
    ref: projectRef,
    slug: place.kind === 'organization' ? place.slug : undefined,
  })?.slug
  const sources = offersOf(rooms, ({ searches }) => searches, meets).filter(
    ({ scopes }) => !scopes || (place.kind !== 'elsewhere' && scopes.includes(place.kind)),
  )
  const results = useQueries({
    queries: sources.map(({ id, read }) => ({
      queryKey: ['palette', id, projectRef, organizationSlug],
      queryFn: () => read({ call, queryClient, projectRef, organizationSlug }),
      staleTime: 0,
      retry: false,
    })),
  })
  const lists = results.map(({ data }) => data ?? NONE)
  const entries = useMemo(
    () =>
      sources.map(({ heading, isListed = false }, index) => ({
        heading,
        isListed,
        list: lists[index] ?? NONE,
        weight: SOURCE_WEIGHT - index * WEIGHT_STEP,
      })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the lists keep their identity in the query cache
    [sources.map(({ id }) => id).join(' '), ...lists],
  )
  return {
    entries,
    isLoading: results.some(({ isPending }) => isPending),
    failed: sources.filter((_, index) => results[index]?.isError).map(({ heading }) => heading),
  }
}
