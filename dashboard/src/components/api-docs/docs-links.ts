import { linkOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { usePreviewEnabled } from '../../data/local/feature-previews.ts'
import { panelLink, useOpenInPanel } from '../rooms/panel-link.ts'
import { formatDocsPlace, type DocsPlace } from './docs-address.ts'
import { DOCS_PANEL } from './docs-panel-search.ts'

/** Whether this person's API docs open as a panel; else they are pages of their own. */
export function useHasDocsPanel(): boolean {
  const [isEnabled] = usePreviewEnabled(DOCS_PANEL.preview)
  return isEnabled
}

/** The page that is open in the panel, as the address has it; undefined while it is closed. */
export const useOpenDocsPage = (): string | undefined => useOpenInPanel(DOCS_PANEL.parameter)

/** Where a page of the API docs is for this person: in the panel over the open page, or on its own. */
export function useDocsLink(projectRef: string) {
  const hasPanel = useHasDocsPanel()
  const isOpen = useOpenDocsPage() !== undefined
  return useCallback(
    (place: DocsPlace) => (hasPanel ? docsPanelLink(place, isOpen) : pageLink(projectRef, place)),
    [hasPanel, isOpen, projectRef],
  )
}

/** Where GraphiQL is for this person: a database page beside the panel, else among the API docs. */
export function useGraphiqlPath() {
  return useHasDocsPanel() ? '/project/$ref/database/graphiql' : '/project/$ref/api/graphiql'
}

/** Opens a page of the API docs where `useDocsLink` says it is. */
export function useOpenDocs(projectRef: string): (place: DocsPlace) => void {
  const navigate = useNavigate()
  const linkTo = useDocsLink(projectRef)
  return useCallback((place) => void navigate(linkTo(place)), [navigate, linkTo])
}

/** Closes the panel: back to the entry that it was opened from, where there is one. */
export function useCloseDocsPanel(): () => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  return useCallback(() => {
    if (history.location.state.isPanelOpened) {
      history.back()
      return
    }
    void navigate({
      to: '.',
      search: (search) => ({ ...search, apiDocs: undefined }),
      replace: true,
      resetScroll: false,
    })
  }, [history, navigate])
}

const docsPanelLink = (place: DocsPlace, isOpen: boolean) =>
  panelLink({ parameter: DOCS_PANEL.parameter, value: formatDocsPlace(place), isOpen })

function pageLink(ref: string, place: DocsPlace) {
  const search = { schema: place.schema, apiDocs: undefined }
  const activeOptions = { exact: true, includeSearch: false }
  if (place.page === 'table' || place.page === 'function') {
    const params = { ref, name: place.name }
    return place.page === 'table'
      ? linkOptions({ to: '/project/$ref/api/tables/$name', params, search, activeOptions })
      : linkOptions({ to: '/project/$ref/api/functions/$name', params, search, activeOptions })
  }
  return linkOptions({ to: PAGES[place.page], params: { ref }, search, activeOptions })
}

const PAGES = {
  introduction: '/project/$ref/api',
  authentication: '/project/$ref/api/authentication',
  types: '/project/$ref/api/types',
} as const
