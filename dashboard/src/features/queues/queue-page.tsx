import type { Queue } from '@stoa/contract/services/queues/queues'
import { useState } from 'react'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import {
  useDropQueue,
  usePurgeQueue,
  useQueue,
} from '../../data/resources/services/queues/queues.ts'
import { formatCount } from '../../lib/quantities.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { DropdownMenuItem } from '../../ui/menus/dropdown-menu.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatAge } from './ages.ts'
import { DeadLetterSheet } from './dead-letter-sheet.tsx'
import { GrantsSheet } from './grants-sheet.tsx'
import { Messages } from './messages.tsx'
import { kindOf } from './queue-table.tsx'
import { SendSheet } from './send-sheet.tsx'

type QueuePageProps = { projectRef: string; name: string; onDropped: () => void }

/** One queue: its metrics, its messages and its actions. */
export function QueuePage({ projectRef, name, onDropped }: QueuePageProps) {
  const can = useCan(projectRef)
  const { data: queue, error, refetch } = useQueue(projectRef, name)
  const { panel, open, close } = useOpenPanel(['send', 'dead-letters', 'grants'])
  const [asked, setAsked] = useState<'purge' | 'drop'>()
  const closeDialog = () => setAsked(undefined)
  const purge = usePurgeQueue(projectRef, name)
  const drop = useDropQueue(projectRef, name)
  const canWrite = can('queues:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title={name}
      heading={<span className="font-mono">{queue?.name ?? name}</span>}
      parents={[
        {
          label: 'Queues',
          link: { to: '/project/$ref/integrations/queues', params: { ref: projectRef } },
        },
      ]}
      action={
        canWrite &&
        queue && (
          <>
            <Button variant="primary" onClick={() => open('send')}>
              Send message
            </Button>
            <ActionsMenu subject={name}>
              <DropdownMenuItem onSelect={() => open('dead-letters')}>
                Dead-letter queue…
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => open('grants')}>Role grants…</DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setAsked('purge')}>Purge…</DropdownMenuItem>
              <DropdownMenuItem variant="danger" onSelect={() => setAsked('drop')}>
                Delete…
              </DropdownMenuItem>
            </ActionsMenu>
          </>
        )
      }
      needs={['queues:read']}
      forbidden="This page shows a queue’s messages."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {error && (
          <QueryError
            error={error}
            title={`Could not ${queue ? 'update' : 'load'} the queue`}
            onRetry={() => void refetch()}
          />
        )}
        {!queue && !error && <Skeleton className="h-48" />}
        {queue && <Metrics queue={queue} />}
        {queue && <Messages projectRef={projectRef} name={queue.name} canWrite={canWrite} />}
      </div>
      {canWrite && panel?.kind === 'send' && (
        <SendSheet projectRef={projectRef} name={name} onClose={close} />
      )}
      {canWrite && panel?.kind === 'dead-letters' && queue && (
        <DeadLetterSheet projectRef={projectRef} queue={queue} onClose={close} />
      )}
      {canWrite && panel?.kind === 'grants' && (
        <GrantsSheet projectRef={projectRef} name={name} onClose={close} />
      )}
      <ConfirmDialog
        visible={asked === 'purge'}
        variant="danger"
        size="md"
        title={`Purge ${name}`}
        description="This deletes every message that is not archived. It can’t be undone."
        typedName={name}
        confirmLabel="Purge queue"
        loading={purge.isPending}
        onCancel={closeDialog}
        onConfirm={() => purge.mutate(undefined, { onSettled: closeDialog })}
      />
      <ConfirmDialog
        visible={asked === 'drop'}
        variant="danger"
        size="md"
        title={`Delete ${name}`}
        description="This deletes the queue, its messages, and its archive. It can’t be undone."
        typedName={name}
        confirmLabel="Delete queue"
        loading={drop.isPending}
        onCancel={closeDialog}
        onConfirm={() => drop.mutate(undefined, { onSuccess: onDropped, onError: closeDialog })}
      />
    </ProjectPage>
  )
}

function Metrics({ queue }: { queue: Queue }) {
  const { dead_letters: deadLetters } = queue
  const facts = [
    ['Type', kindOf(queue)],
    ['Messages', formatCount(queue.length)],
    ['Available', formatCount(queue.available)],
    ['Oldest', formatAge(queue.oldest_age_seconds)],
    ['Total sent', formatCount(queue.total)],
    ...(deadLetters
      ? [['Dead letters', `${deadLetters.dead_letter_queue} after ${deadLetters.max_reads} reads`]]
      : []),
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
