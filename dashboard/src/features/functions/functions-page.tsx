import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useFunctions } from '../../data/resources/apis/functions.ts'
import { useCan, useProject } from '../../data/resources/projects/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FunctionTable } from './function-table.tsx'
import { STOA_COMMAND } from './stoa-command.ts'

/** The edge functions of a project. */
export function FunctionsPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Edge functions', project?.name)
  if (!project) return null
  return (
    <Page>
      <PageHeader
        title="Edge functions"
        description="TypeScript that runs on the server for each request to its URL."
        action={can('functions:write') && <NewFunction projectRef={projectRef} />}
      />
      {can('functions:read') ? (
        <Functions projectRef={projectRef} apiUrl={project.endpoints.api_url} />
      ) : (
        <Forbidden missing="functions:read">This page lists the project’s functions.</Forbidden>
      )}
    </Page>
  )
}

function NewFunction({ projectRef }: { projectRef: string }) {
  return (
    <Button asChild variant="primary">
      <Link to="/project/$ref/functions/new" params={{ ref: projectRef }}>
        New function
      </Link>
    </Button>
  )
}

function Functions({ projectRef, apiUrl }: { projectRef: string; apiUrl: string }) {
  const { data, error, refetch } = useFunctions(projectRef)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>('name')
  if (error && !data) {
    return (
      <QueryError
        error={error}
        title="Could not load the functions"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  if (data.length === 0) {
    return (
      <EmptyState
        title="No functions yet"
        description="Create a function here, or deploy a file or a folder from the command line in Stoa’s folder on the server."
        action={
          <CodeBlock
            label="command"
            code={`${STOA_COMMAND} function deploy --project ${projectRef} --name hello --entry ./hello`}
            className="w-full max-w-xl text-left"
            wrap
          />
        }
      />
    )
  }
  const searched = search.trim().toLowerCase()
  const found = data
    .filter(({ slug, name, description }) =>
      `${slug} ${name} ${description}`.toLowerCase().includes(searched),
    )
    .toSorted(ORDERS[order].compare)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex gap-2">
        <SearchInput
          label="Search functions"
          className="min-w-0 flex-1 sm:max-w-64"
          value={search}
          onValueChange={setSearch}
        />
        <Select
          aria-label="Sort functions"
          className="w-36 shrink-0"
          value={order}
          options={[
            { value: 'name', label: ORDERS.name.label },
            { value: 'updated', label: ORDERS.updated.label },
            { value: 'created', label: ORDERS.created.label },
          ]}
          onValueChange={setOrder}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState title="No results" description="Search by name or description." />
      ) : (
        <FunctionTable projectRef={projectRef} apiUrl={apiUrl} functions={found} />
      )}
    </div>
  )
}

type Order = 'name' | 'updated' | 'created'
type Compare = (left: DeployedFunction, right: DeployedFunction) => number

const ORDERS: Readonly<Record<Order, { label: string; compare: Compare }>> = {
  name: { label: 'Name', compare: (left, right) => left.slug.localeCompare(right.slug) },
  updated: {
    label: 'Last updated',
    compare: (left, right) => right.updated_at.localeCompare(left.updated_at),
  },
  created: {
    label: 'Last created',
    compare: (left, right) => right.created_at.localeCompare(left.created_at),
  },
}
