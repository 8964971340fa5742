import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { usePreviewEnabled } from '../../data/local/feature-previews.ts'
import { panelLink, useOpenInPanel } from '../rooms/panel-link.ts'
import { formatDocsPlace, type DocsPlace } from './docs-address.ts'
import { DOCS_PANEL } from './docs-panel-search.ts'

/** Whether the API docs open in a side panel for this person, rather than as pages of their own. */
export function useHasDocsPanel(): boolean {
  const [isEnabled] = usePreviewEnabled(DOCS_PANEL.preview)
  return isEnabled
}

/**
 * The page that is open in the panel according to the URL, or undefined while the panel is closed.
 */
export const useOpenDocsPage = (): string | undefined => useOpenInPanel(DOCS_PANEL.parameter)

/** Returns the link to a page of the API docs: in the panel if this person has it, else a page. */
export function useDocsLink(projectRef: string) {
  const hasPanel = useHasDocsPanel()
  const isOpen = useOpenDocsPage() !== undefined
  return useCallback(
    (place: DocsPlace) => (hasPanel ? docsPanelLink(place, isOpen) : pageLink(projectRef, place)),
    [hasPanel, isOpen, projectRef],
  )
}

/**
 * The path of GraphiQL: under the database pages if the docs are a panel, else under the API docs.
 */
export function useGraphiqlPath() {
  return useHasDocsPanel() ? '/project/$ref/database/graphiql' : '/project/$ref/api/graphiql'
}

/** Opens a page of the API docs at the link that `useDocsLink` returns. */
export function useOpenDocs(projectRef: string): (place: DocsPlace) => void {
  const navigate = useNavigate()
  const linkTo = useDocsLink(projectRef)
  return useCallback((place) => void navigate(linkTo(place)), [navigate, linkTo])
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
