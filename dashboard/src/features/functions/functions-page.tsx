import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { useFunctions } from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { FunctionTable } from './function-table.tsx'
import { STOA_COMMAND } from './stoa-command.ts'

/** The edge functions of a project. */
export function FunctionsPage({ projectRef }: { projectRef: string }) {
  const can = useCan(projectRef)
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Edge functions"
      description="TypeScript that runs on the server for each request to its URL."
      action={can('functions:write') && <NewFunction projectRef={projectRef} />}
      needs={['functions:read']}
      forbidden="This page lists the project’s functions."
    >
      {({ endpoints }) => <Functions projectRef={projectRef} apiUrl={endpoints.api_url} />}
    </ProjectPage>
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
  const functions = useFunctions(projectRef)
  const { value: search, field } = useSearchParam('search')
  const [order, setOrder] = useState<Order>('name')
  const part = search.toLowerCase()
  const found = functions.data
    ?.filter(({ slug, name, description }) =>
      `${slug} ${name} ${description}`.toLowerCase().includes(part),
    )
    .toSorted(ORDERS[order].compare)
  return (
    <QueryList
      label="functions"
      query={functions}
      found={found}
      isSearched={search !== ''}
      toolbar={
        <div className="flex gap-2">
          <SearchField
            label="Search functions"
            className="w-auto min-w-0 flex-1 sm:max-w-64"
            field={field}
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
      }
      noResults="Search by name or description."
      empty={{
        title: 'No functions yet',
        description:
          'Create a function here, or deploy a file or a folder from the command line in Stoa’s folder on the server.',
        action: (
          <CodeBlock
            label="command"
            code={`${STOA_COMMAND} function deploy --project ${projectRef} --name hello --entry ./hello`}
            className="w-full max-w-xl text-left"
            wrap
          />
        ),
      }}
    >
      {(items) => <FunctionTable projectRef={projectRef} apiUrl={apiUrl} functions={items} />}
    </QueryList>
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
