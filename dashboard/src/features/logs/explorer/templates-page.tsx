import { Link } from '@tanstack/react-router'
import { useSearchParam } from '../../../components/list/use-search-param.ts'
import { SearchField } from '../../../components/list/search-field.tsx'
import { ProjectPage } from '../../../components/project-page.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LOG_TEMPLATES, type LogTemplate } from './templates.ts'

/** Queries to begin with. */
export function TemplatesPage({ projectRef }: { projectRef: string }) {
  const { value: search, field } = useSearchParam('search')
  const shown = LOG_TEMPLATES.filter(({ name, description, sql }) =>
    [name, description, sql].some((text) => text.toLowerCase().includes(search.toLowerCase())),
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Templates"
      product="logs"
      description="Queries to begin with. Open one in the explorer and change it."
      needs={['logs:read']}
      forbidden="This page lists queries over the project’s logs."
    >
      <SearchField label="Search templates" field={field} />
      {shown.length === 0 && (
        <EmptyState className="mt-4" title="No templates match" description="Try another word." />
      )}
      <ul className="mt-4 grid gap-4 xl:grid-cols-2">
        {shown.map((template) => (
          <Template key={template.id} projectRef={projectRef} template={template} />
        ))}
      </ul>
    </ProjectPage>
  )
}

type TemplateProps = { projectRef: string; template: LogTemplate }

const Template = ({ projectRef, template: { name, description, sql } }: TemplateProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-md border p-3">
    <div className="flex items-start justify-between gap-3">
      <div>
        <h2 className="font-medium">{name}</h2>
        <p className="text-xs text-muted">{description}</p>
      </div>
      <Button asChild size="sm">
        <Link
          to="/project/$ref/logs/explorer"
          params={{ ref: projectRef }}
          search={{ q: sql }}
          aria-label={`Open ${name} in the explorer`}
        >
          Open
        </Link>
      </Button>
    </div>
    <CodeBlock label={name} code={sql} className="max-h-48 overflow-y-auto" />
  </li>
)
