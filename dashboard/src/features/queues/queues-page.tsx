import { MAX_LISTED_QUEUES } from '@stoa/contract/services/queues/queues'
import { useDeferredValue, useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/projects/projects.ts'
import { useQueues } from '../../data/resources/integrations/queues.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ExposureSwitch } from './exposure-switch.tsx'
import { QueueSheet } from './queue-sheet.tsx'
import { QueueTable } from './queue-table.tsx'

type QueuesPageProps = {
  projectRef: string
  /** Whether the sheet for a new queue is open. */
  isCreating: boolean
  onCreating: (isCreating: boolean) => void
}

const EXAMPLE = `select pgmq.create('emails');
select pgmq.send('emails', '{"to": "ada@example.com"}');
select * from pgmq.read('emails', vt => 30, qty => 1);`

/** The message queues of a project's database. */
export function QueuesPage({ projectRef, isCreating, onCreating }: QueuesPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Queues', project?.name)
  if (!project) return null
  const canWrite = can('queues:write')
  return (
    <Page>
      <PageHeader
        title="Queues"
        description="Message queues in the database, compatible with pgmq."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => onCreating(true)}>
              New queue
            </Button>
          )
        }
      />
      {can('queues:read') ? (
        <>
          <Queues projectRef={projectRef} />
          <ExposureSwitch projectRef={projectRef} />
        </>
      ) : (
        <Forbidden missing="queues:read">This page lists the database’s queues.</Forbidden>
      )}
      {isCreating && canWrite && (
        <QueueSheet projectRef={projectRef} onClose={() => onCreating(false)} />
      )}
    </Page>
  )
}

function Queues({ projectRef }: { projectRef: string }) {
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const { data, error, refetch } = useQueues(projectRef, searched)
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the queues" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  if (data.length === 0 && searched === '') {
    return (
      <EmptyState
        title="No queues yet"
        description="A queue keeps messages until a program has processed them. You can also create one with SQL."
        action={
          <CodeBlock
            label="Use a queue with SQL"
            code={EXAMPLE}
            className="w-full max-w-lg text-left"
          />
        }
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchInput
        label="Search queues"
        className="w-full sm:w-64"
        value={search}
        onValueChange={setSearch}
      />
      {data.length === 0 ? (
        <EmptyState title="No results" />
      ) : (
        <QueueTable projectRef={projectRef} queues={data} />
      )}
      {data.length === MAX_LISTED_QUEUES && (
        <p className="text-xs text-muted">
          Showing the first {MAX_LISTED_QUEUES.toLocaleString()} queues. Search to find others.
        </p>
      )}
    </div>
  )
}
