import { MAX_LISTED_QUEUES } from '@stoa/contract/services/queues/queues'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useQueues } from '../../data/resources/services/queues/queues.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
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
  const canWrite = useCan(projectRef)('queues:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Queues"
      description="Message queues in the database, compatible with pgmq."
      action={
        canWrite && (
          <Button variant="primary" onClick={() => onCreating(true)}>
            New queue
          </Button>
        )
      }
      needs={['queues:read']}
      forbidden="This page lists the database’s queues."
    >
      <Queues projectRef={projectRef} />
      <ExposureSwitch projectRef={projectRef} />
      {isCreating && canWrite && (
        <QueueSheet projectRef={projectRef} onClose={() => onCreating(false)} />
      )}
    </ProjectPage>
  )
}

function Queues({ projectRef }: { projectRef: string }) {
  const { value: search, field } = useSearchParam('search')
  return (
    <QueryList
      label="queues"
      query={useQueues(projectRef, search)}
      isSearched={search !== ''}
      toolbar={<SearchField label="Search queues" field={field} />}
      empty={{
        title: 'No queues yet',
        description:
          'A queue keeps messages until a program has processed them. You can also create one with SQL.',
        action: (
          <CodeBlock
            label="Use a queue with SQL"
            code={EXAMPLE}
            className="w-full max-w-lg text-left"
          />
        ),
      }}
      maximum={MAX_LISTED_QUEUES}
    >
      {(queues) => <QueueTable projectRef={projectRef} queues={queues} />}
    </QueryList>
  )
}
