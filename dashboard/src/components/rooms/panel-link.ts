import { linkOptions, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isRecord } from '../../data/client/http.ts'
import type { Panel, Room, RoomPanel } from './room.ts'
import { useRooms } from './rooms-context.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the same page without the panel, so closing can go back. */
    isPanelOpened?: boolean
  }
}

type PanelLink = {
  parameter: string
  /** The content to open in the panel. */
  value: string
  /** Whether the panel is open already. */
  isOpen: boolean
}

/**
 * Links to a panel over the open page. Following links inside the panel adds no history entries.
 */
export const panelLink = ({ parameter, value, isOpen }: PanelLink) =>
  linkOptions({
    to: '.',
    search: (search) => ({ ...search, [parameter]: value }),
    replace: isOpen,
    state: isOpen ? true : { isPanelOpened: true },
    resetScroll: false,
    activeOptions: { exact: true, includeSearch: true },
  })

/** The open content of a panel according to the URL, or undefined while the panel is closed. */
export function useOpenInPanel(parameter: string): string | undefined {
  return useSearch({
    strict: false,
    select: (search: unknown) => {
      const value = isRecord(search) ? search[parameter] : undefined
      return typeof value === 'string' ? value : undefined
    },
  })
}

/**
 * Opens a panel at its first page, in place of another one that is open. Closes it instead if it is
 * open and its opener toggles it.
 */
export function usePanelOpener(): (panel: Pick<Panel, 'parameter' | 'first'>) => void {
  const navigate = useNavigate()
  const close = useClosing()
  const rooms = useRooms()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return ({ parameter, first }) => {
    const panels = rooms.flatMap((room) => room.panels ?? [])
    const isOpen = (panel: Pick<RoomPanel, 'parameter' | 'closedBy'>) =>
      typeof search[panel.parameter] === 'string' && search[panel.parameter] !== panel.closedBy
    const opened = panels.find((panel) => panel.parameter === parameter)
    if (opened?.opener?.toggles && isOpen(opened)) return close(parameter)
    const link = panelLink({ parameter, value: first, isOpen: panels.some(isOpen) })
    void navigate({
      ...link,
      search: (before) => ({ ...before, ...closedPanels(rooms), [parameter]: first }),
    })
  }
}

/** Closes a panel, by going back to the history entry it was opened from if there is one. */
export function useClosePanel(parameter: string): () => void {
  const close = useClosing()
  return useCallback(() => close(parameter), [close, parameter])
}

function useClosing(): (parameter: string) => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  return useCallback(
    (parameter) => {
      if (history.location.state.isPanelOpened) {
        history.back()
        return
      }
      void navigate({
        to: '.',
        search: (search) => ({ ...search, [parameter]: undefined }),
        replace: true,
        resetScroll: false,
      })
    },
    [history, navigate],
  )
}

/**
 * Search parameters that close every panel, because a panel can show something that only one
 * project has.
 */
export const closedPanels = (rooms: readonly Room[]): Record<string, undefined> =>
  Object.fromEntries(
    rooms.flatMap(({ panels = [] }) => panels.map(({ parameter }) => [parameter, undefined])),
  )
