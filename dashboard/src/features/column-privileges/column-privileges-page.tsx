import { useState } from 'react'
import { SwitchedOffPreview } from '../../components/feature-previews/switched-off-preview.tsx'
import { Forbidden } from '../../components/forbidden.tsx'
import { usePreviewEnabled } from '../../data/local/feature-previews.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { PrivilegesView } from './privileges-view.tsx'
import type { PrivilegesSearch } from './privileges-search.ts'

const PREVIEW = 'column-level-privileges'

type ColumnPrivilegesPageProps = {
  projectRef: string
  search: PrivilegesSearch
  onSearch: (search: PrivilegesSearch) => void
}

/** Edits which privileges a role has on each column of a table. The page is a feature preview. */
export function ColumnPrivilegesPage({ projectRef, ...view }: ColumnPrivilegesPageProps) {
  const [isEnabled] = usePreviewEnabled(PREVIEW)
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const [hasUnsaved, setHasUnsaved] = useState(false)
  // If the preview is turned off, here or in another window, unsaved changes keep the page open.
  const isShown = isEnabled || hasUnsaved
  const isForbidden = project !== undefined && !can('database:read')
  useTitle('Column privileges', project?.name)
  return (
    <Page>
      <PageHeader
        title="Column privileges"
        description="Which columns of a table a role can read and write."
      />
      {!isEnabled && hasUnsaved && (
        <Callout type="caution" title="The preview is off" className="mb-6">
          This page stays open until you save or discard your changes.
        </Callout>
      )}
      {!isShown && (
        <SwitchedOffPreview previewKey={PREVIEW}>
          When enabled, this page grants and revokes privileges on single columns. Privileges in the
          database apply either way.
        </SwitchedOffPreview>
      )}
      {isShown && isForbidden && (
        <Forbidden missing="database:read">
          This page shows the privileges on the project’s columns.
        </Forbidden>
      )}
      {isShown && project && !isForbidden && (
        <PrivilegesView
          projectRef={projectRef}
          canWrite={can('database:write')}
          onUnsaved={setHasUnsaved}
          {...view}
        />
      )}
    </Page>
  )
}
