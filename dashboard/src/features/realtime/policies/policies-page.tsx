import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { DropPolicyDialog } from '../../../components/policies/drop-policy-dialog.tsx'
import { EditPolicySheet } from '../../../components/policies/edit-policy-sheet.tsx'
import { PolicyList } from '../../../components/policies/policy-list.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useMessagesTable } from '../../../data/resources/services/meta/policies.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { NewPolicySheet } from './new-policy-sheet.tsx'

/** The policies that decide who can receive and send on private channels. */
export function PoliciesPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('database:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Policies"
      product="realtime"
      description="Policies on realtime.messages decide who can use private channels. SELECT allows receiving, INSERT allows sending."
      needs={['database:read']}
      forbidden="This page shows the policies of the channels."
    >
      <Policies projectRef={projectRef} canWrite={canWrite} />
    </ProjectPage>
  )
}

function Policies({ projectRef, canWrite }: { projectRef: string; canWrite: boolean }) {
  const { data: table, error, refetch } = useMessagesTable(projectRef)
  const { panel, open, close } = useRecordPanel({
    alone: ['new'],
    kinds: ['edit'],
    items: table?.policies.map((policy) => ({ id: policy.name, policy })),
  })
  const [deleted, setDeleted] = useState<Policy>()
  const failure = error && (
    <QueryError error={error} title="Could not load the policies" onRetry={() => void refetch()} />
  )
  if (!table) return failure ?? <Skeleton className="h-64" />
  const shared = { projectRef, table, onClose: close }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure}
      {!table.rls_enabled && (
        <Callout type="danger" title="Row level security is off for realtime.messages">
          Policies have no effect, and everyone can use all private channels. Run{' '}
          <code>alter table realtime.messages enable row level security</code> in the SQL editor.
        </Callout>
      )}
      <section aria-label="Private channels">
        <header className="flex min-h-8 items-center gap-2 border-b pb-1">
          <h2 className="min-w-0 truncate font-semibold">Private channels</h2>
          {canWrite && (
            <Button size="sm" className="ml-auto" onClick={() => open('new')}>
              New policy
            </Button>
          )}
        </header>
        {table.policies.length === 0 ? (
          <p className="py-2 text-xs text-muted">
            No policies. Only secret keys can use private channels.
          </p>
        ) : (
          <PolicyList
            label="Policies of private channels"
            policies={table.policies}
            actions={
              canWrite
                ? {
                    onEdit: (policy) => open('edit', { id: policy.name }),
                    onDelete: (policy) => setDeleted(policy),
                  }
                : undefined
            }
          />
        )}
      </section>
      {canWrite && panel?.kind === 'new' && <NewPolicySheet {...shared} />}
      {canWrite && panel?.kind === 'edit' && (
        <EditPolicySheet {...shared} policy={panel.item.policy} />
      )}
      {deleted && (
        <DropPolicyDialog {...shared} name={deleted.name} onClose={() => setDeleted(undefined)} />
      )}
    </div>
  )
}
