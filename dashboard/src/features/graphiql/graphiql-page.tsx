import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { RoleChoice } from '../../components/impersonation/role-choice.tsx'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Page } from '../../ui/layout/page-header.tsx'
import { GraphiqlEditor } from './editor.tsx'

/** Runs queries against a project's GraphQL API as any of its roles and users. */
export function GraphiqlPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const [impersonation, setImpersonation] = useState<Impersonation>({ role: 'service_role' })
  useTitle('GraphiQL', project?.name)
  if (!project) return null
  if (!can('database:write')) {
    return (
      <Page>
        <Forbidden missing="database:write">
          GraphiQL runs requests as any role of the project.
        </Forbidden>
      </Page>
    )
  }
  const url = `${project.endpoints.api_url}/graphql/v1`
  return (
    <div className="flex h-[calc(100dvh-var(--shell-top))] min-h-0 flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-3 py-2">
        <h1 className="text-sm font-semibold">GraphiQL</h1>
        <RoleChoice
          label="Run as"
          projectRef={projectRef}
          value={impersonation}
          onChange={setImpersonation}
        />
        <div className="ml-auto hidden min-w-0 items-center gap-1 lg:flex">
          <code className="truncate font-mono text-xs text-muted">{url}</code>
          <CopyButton text={url} iconOnly label="Copy URL" />
        </div>
      </header>
      <div className="min-h-0 flex-1">
        <GraphiqlEditor key={projectRef} projectRef={projectRef} impersonation={impersonation} />
      </div>
    </div>
  )
}
