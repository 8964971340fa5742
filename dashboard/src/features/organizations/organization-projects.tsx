import type { Organization } from '@stoa/contract/platform/organizations'
import type { Project } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { ProjectStatusLabel } from '../../components/project-status.tsx'
import { Time } from '../../components/time.tsx'
import { useProjects } from '../../data/resources/platform/projects.ts'
import { rootProject } from '../../lib/root-project.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export function OrganizationProjects({ organization }: { organization: Organization }) {
  useTitle('Projects', organization.name)
  const { value: search, field } = useSearchParam('search')
  const query = useProjects()
  const own = query.data?.filter((project) => project.organization_slug === organization.slug)
  const projects = own?.filter(({ parent_project_ref }) => parent_project_ref === null)
  const create = organization.abilities.includes('project:create') && (
    <Button asChild variant="primary">
      <Link to="/new/$slug" params={{ slug: organization.slug }}>
        New project
      </Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Projects" action={projects?.length ? create : undefined} />
      <QueryList
        label="projects"
        query={{ ...query, data: projects }}
        found={projects?.filter((project) => matches(project, search))}
        isSearched={search !== ''}
        toolbar={<SearchField label="Search projects" field={field} />}
        skeleton={<GridSkeleton />}
        noResults={`No project matches “${search}”.`}
        empty={{
          title: 'No projects yet',
          description:
            'A project is a Postgres database with its own API, auth and keys. It is ready in about a second.',
          action: create,
        }}
      >
        {(found) => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
            {found.map((project) => (
              <ProjectCard
                key={project.ref}
                project={project}
                branchCount={branchCountOf(own ?? [], project)}
              />
            ))}
          </ul>
        )}
      </QueryList>
    </Page>
  )
}

const branchCountOf = (own: readonly Project[], { ref }: Project): number =>
  own.filter((each) => each.ref !== ref && rootProject(own, each.ref) === ref).length

function ProjectCard({ project, branchCount }: { project: Project; branchCount: number }) {
  return (
    <li className="relative flex min-h-28 flex-col rounded-md border bg-raised p-4 transition-colors hover:border-line-strong">
      <Link
        to="/project/$ref"
        params={{ ref: project.ref }}
        className="truncate font-medium after:absolute after:inset-0 after:rounded-md"
      >
        {project.name}
      </Link>
      <span className="truncate text-xs text-muted">
        <code>{project.ref}</code> · {project.region}
      </span>
      <div className="mt-auto flex items-end justify-between gap-2 pt-3">
        <span className="flex items-center gap-2">
          <ProjectStatusLabel project={project} />
          {branchCount > 0 && (
            <Link
              to="/project/$ref/branches"
              params={{ ref: project.ref }}
              className="relative inline-flex items-center gap-1 text-xs text-muted hover:text-text hover:underline"
            >
              <GitBranch className="size-3.5" />
              {branchCount === 1 ? '1 branch' : `${branchCount} branches`}
            </Link>
          )}
        </span>
        <span className="relative text-xs text-muted">
          Created <Time date={project.inserted_at} />
        </span>
      </div>
    </li>
  )
}

function GridSkeleton() {
  return (
    <div className="grid gap-3 pt-10 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4" aria-busy>
      {['first', 'second', 'third'].map((name) => (
        <Skeleton key={name} className="h-28" />
      ))}
    </div>
  )
}

function matches(project: Project, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return project.name.toLowerCase().includes(wanted) || project.ref.includes(wanted)
}
