import {
  MAX_S3_ACCESS_KEYS,
  type S3AccessKey,
} from '@stoa/contract/services/storage/s3-access-keys'
import { useState } from 'react'
import { ValueList, ValueRow } from '../../../components/connect/value-row.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { RemovalDialog } from '../../../components/removal-dialog.tsx'
import { Time } from '../../../components/time.tsx'
import { useCan, useProject } from '../../../data/resources/platform/projects.ts'
import {
  useDeleteS3AccessKey,
  useS3AccessKeys,
} from '../../../data/resources/services/storage/s3-access-keys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { NewAccessKeyDialog } from './new-access-key-dialog.tsx'

/** The region that S3 clients have to name; there is only this one. */
const REGION = 'us-east-1'

/** How S3 clients connect, and their access keys. */
export function S3Section({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  if (!project) return null
  return (
    <>
      <Section
        title="S3 connection"
        description="For the AWS CLI, rclone, and other S3 clients. Enable path-style addressing in the client."
        className="border-t! pt-6!"
      >
        <ValueList>
          <ValueRow label="Endpoint" value={`${project.endpoints.api_url}/storage/v1/s3`} />
          <ValueRow label="Region" value={REGION} />
        </ValueList>
      </Section>
      {can('key:read_public') && (
        <Section
          title="S3 access keys"
          description="For servers only. A key reads and writes every bucket and bypasses all policies."
        >
          <AccessKeys projectRef={projectRef} canManage={can('key:manage')} />
        </Section>
      )}
    </>
  )
}

function AccessKeys({ projectRef, canManage }: { projectRef: string; canManage: boolean }) {
  const { data: keys, error, refetch } = useS3AccessKeys(projectRef)
  const [isCreating, setIsCreating] = useState(false)
  if (error) {
    return (
      <QueryError
        error={error}
        title="Could not load the access keys"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!keys) return <Skeleton className="h-32" />
  const isFull = keys.length >= MAX_S3_ACCESS_KEYS
  const create = (
    <Button disabled={isFull} onClick={() => setIsCreating(true)}>
      Create access key
    </Button>
  )
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState
          title="No access keys yet"
          description="An S3 client signs its requests with an access key."
          action={canManage && create}
        />
      ) : (
        <>
          <KeyTable projectRef={projectRef} keys={keys} canManage={canManage} />
          {canManage && (
            <div className="flex flex-wrap items-center gap-3">
              {create}
              {isFull && (
                <p className="text-xs text-muted">
                  A project can have {MAX_S3_ACCESS_KEYS} keys. Revoke one to create another.
                </p>
              )}
            </div>
          )}
        </>
      )}
      {isCreating && (
        <NewAccessKeyDialog projectRef={projectRef} onClose={() => setIsCreating(false)} />
      )}
    </>
  )
}

type KeyTableProps = { projectRef: string; keys: readonly S3AccessKey[]; canManage: boolean }

function KeyTable({ projectRef, keys, canManage }: KeyTableProps) {
  const revoke = useDeleteS3AccessKey(projectRef)
  const [leaving, setLeaving] = useState<S3AccessKey>()
  return (
    <>
      <RecordTable
        label="S3 access keys"
        items={keys}
        nameOf={({ description }) => description}
        columns={KEY_COLUMNS}
        actionsClassName="w-24 sm:w-32"
        renderButtons={
          canManage
            ? (key) => (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Revoke ${key.description}`}
                  onClick={() => setLeaving(key)}
                >
                  Revoke
                </Button>
              )
            : undefined
        }
      />
      <RemovalDialog
        action="Revoke"
        noun="key"
        item={leaving && { id: leaving.id, name: leaving.description }}
        description="Requests signed with this key are rejected from now on. This can’t be undone."
        removal={revoke}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

const KEY_COLUMNS: readonly RecordColumn<S3AccessKey>[] = [
  {
    header: 'Description',
    textClassName: 'truncate',
    title: ({ description }) => description,
    cell: ({ description }) => description,
  },
  {
    header: 'Access key ID',
    cell: ({ id, description }) => (
      <div className="flex items-center gap-0.5">
        <code className="min-w-0 truncate">{id}</code>
        <CopyButton iconOnly label={`Copy access key ID of ${description}`} text={id} />
      </div>
    ),
  },
  {
    header: 'Created',
    className: 'hidden w-32 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ created_at }) => <Time date={created_at} />,
  },
]
