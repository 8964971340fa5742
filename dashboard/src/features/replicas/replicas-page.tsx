import { MAX_REPLICAS } from '@stoa/contract/platform/read-replicas'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import {
  useAddReadReplica,
  useReadReplicas,
  useRemoveReadReplica,
} from '../../data/resources/platform/read-replicas.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { ReplicaCard } from './replica-card.tsx'

/** The read replicas of a project, each with its state, address and lag. */
export function ReplicasPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('replica:write')
  const replicas = useReadReplicas(projectRef)
  const add = useAddReadReplica(projectRef)
  const remove = useRemoveReadReplica(projectRef)
  const [removed, setRemoved] = useState<string>()
  const count = replicas.data?.length ?? 0
  const action = canWrite && replicas.data && count < MAX_REPLICAS && (
    <Button variant="primary" pending={add.isPending} onClick={() => add.mutate()}>
      Add read replica
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Read replicas"
      product="database"
      description={`Second databases that follow the primary and answer reads, up to ${MAX_REPLICAS} on the same machine. They refuse writes, and a row can arrive a moment later than on the primary.`}
      action={action}
      needs={['database:read']}
      forbidden="This page lists the read replicas of the project."
    >
      <QueryList
        label="read replicas"
        query={replicas}
        skeleton={<Skeleton className="h-48" />}
        empty={{
          title: 'No read replicas',
          description:
            'Reports and other long reads can use a replica without slowing down the primary. It copies all data and needs as much disk space and memory again.',
          action,
        }}
      >
        {(items) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {items.map((replica) => (
              <ReplicaCard
                key={replica.identifier}
                replica={replica}
                onRemove={canWrite ? () => setRemoved(replica.identifier) : undefined}
              />
            ))}
          </div>
        )}
      </QueryList>
      <ConfirmDialog
        visible={removed !== undefined}
        variant="danger"
        size="md"
        title="Remove read replica"
        description="Its connections are closed and its copy of the data is deleted. The primary and its data stay as they are."
        confirmLabel="Remove read replica"
        loading={remove.isPending}
        onCancel={() => setRemoved(undefined)}
        onConfirm={() =>
          removed !== undefined &&
          remove.mutate(removed, { onSettled: () => setRemoved(undefined) })
        }
      >
        <p className="font-mono text-xs break-all">{removed}</p>
      </ConfirmDialog>
    </ProjectPage>
  )
}
