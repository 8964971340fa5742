import { Link } from '@tanstack/react-router'
import { useProject } from '../data/resources/platform/projects.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../ui/layout/page-header.tsx'

/** Says that a page of a project is planned but not available yet, and leads back. */
export function UnbuiltProjectPage({ projectRef, title }: { projectRef: string; title: string }) {
  const { data: project } = useProject(projectRef)
  useTitle(title, project?.name)
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState
        title="This page isn’t available yet"
        description="This version of Stoa doesn’t include this page."
        action={
          <Button asChild>
            <Link to="/project/$ref" params={{ ref: projectRef }}>
              Back to {project?.name ?? 'the project'}
            </Link>
          </Button>
        }
      />
    </Page>
  )
}
