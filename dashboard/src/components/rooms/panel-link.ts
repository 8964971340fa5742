import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { isRecord } from '../../data/client/http.ts'
import type { Panel, Room } from './room.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the same page without the panel, so that closing goes back. */
    isPanelOpened?: boolean
  }
}

type PanelLink = {
  parameter: string
  /** What is to be open in the panel. */
  value: string
  /** Whether the panel is open already. */
  isOpen: boolean
}

/** Leads to a panel over the open page. One entry of the history, whatever is read in the panel. */
export const panelLink = ({ parameter, value, isOpen }: PanelLink) =>
  linkOptions({
    to: '.',
    search: (search) => ({ ...search, [parameter]: value }),
    replace: isOpen,
    state: isOpen ? true : { isPanelOpened: true },
    resetScroll: false,
    activeOptions: { exact: true, includeSearch: true },
  })

/** What is open in a panel, as the address has it; undefined while it is closed. */
export function useOpenInPanel(parameter: string): string | undefined {
  return useSearch({
    strict: false,
    select: (search: unknown) => {
      const value = isRecord(search) ? search[parameter] : undefined
      return typeof value === 'string' ? value : undefined
    },
  })
}

/** Opens a panel with what it begins with. */
export function useOpenPanel(): (panel: Panel) => void {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  return ({ parameter, first }) =>
    void navigate(panelLink({ parameter, value: first, isOpen: parameter in search }))
}

/** Search parameters that close every panel: it may be about something another project lacks. */
export const closedPanels = (rooms: readonly Room[]): Record<string, undefined> =>
  Object.fromEntries(
    rooms.flatMap(({ navigation = [] }) =>
      navigation.flatMap(({ panel }) => (panel ? [[panel.parameter, undefined]] : [])),
    ),
  )
