import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { DropPolicyDialog } from '../../../components/policies/drop-policy-dialog.tsx'
import { EditPolicySheet } from '../../../components/policies/edit-policy-sheet.tsx'
import { ProjectPage } from '../../../components/project-page.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useStorageTables } from '../../../data/resources/services/meta/policies.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { MOST_BUCKETS, useBuckets } from '../../../data/resources/services/storage/buckets.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { NewPolicySheet } from './new-policy-sheet.tsx'
import type { StorageTable } from '@stoa/contract/services/storage/policy-operations'
import { isForAllBuckets, namesBucket, policiesOfNone } from './policy-groups.ts'
import { PolicySection } from './policy-section.tsx'

type PoliciesPageProps = {
  projectRef: string
  /** The search for a bucket, which is part of the URL. */
  search: string
  onSearch: (search: string) => void
}

/** The policies that decide what API clients can do with files and buckets. */
export function PoliciesPage({ projectRef, search, onSearch }: PoliciesPageProps) {
  const canWrite = useCan(projectRef)('database:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Policies"
      product="storage"
      description="Policies decide which files API clients can access. Secret keys and signed URLs bypass them."
      needs={['storage:read', 'database:read']}
      forbidden="This page shows the policies of the files."
    >
      <Policies {...{ projectRef, canWrite, search, onSearch }} />
    </ProjectPage>
  )
}

type PoliciesProps = PoliciesPageProps & { canWrite: boolean }

type PanelRecord = { id: string; table: StorageTable; bucket?: string; policy?: Policy }

const policyRecord = (table: StorageTable, policy: Policy): PanelRecord => ({
  id: `${table} ${policy.name}`,
  table,
  policy,
})

/** The record of the panel for a new policy. */
const newRecord = (table: StorageTable, bucket?: string): PanelRecord =>
  bucket === undefined ? { id: table, table } : { id: `${table}/${bucket}`, table, bucket }

const recordsOf = ({ objects, buckets }: Tables, bucketIds: readonly string[]) => [
  newRecord('objects'),
  newRecord('buckets'),
  ...bucketIds.map((id) => newRecord('objects', id)),
  ...objects.policies.map((policy) => policyRecord('objects', policy)),
  ...buckets.policies.map((policy) => policyRecord('buckets', policy)),
]

function Policies({ projectRef, canWrite, search, onSearch }: PoliciesProps) {
  const tables = useStorageTables(projectRef)
  const buckets = useBuckets(projectRef, search === '' ? {} : { search })
  const every = useBuckets(projectRef)
  const { panel, open, close } = useRecordPanel({
    kinds: ['new', 'edit'],
    items:
      tables.data &&
      every.data &&
      recordsOf(
        tables.data,
        every.data.map(({ id }) => id),
      ),
  })
  const [deleted, setDeleted] = useState<{ table: StorageTable; policy: Policy }>()
  const error = tables.error ?? buckets.error ?? every.error
  const failure = error && (
    <QueryError
      error={error}
      title="Could not load the policies"
      onRetry={() => {
        for (const query of [tables, buckets, every]) if (query.error) void query.refetch()
      }}
    />
  )
  if (!tables.data || !buckets.data || !every.data) return failure ?? <Skeleton className="h-64" />
  const { objects, buckets: bucketTable } = tables.data
  const section = (table: StorageTable, policies: readonly Policy[], bucket?: string) => ({
    policies,
    ...(canWrite && {
      onNew: () => open('new', newRecord(table, bucket)),
      actions: {
        onEdit: (policy: Policy) => open('edit', policyRecord(table, policy)),
        onDelete: (policy: Policy) => setDeleted({ table, policy }),
      },
    }),
  })
  const ids = every.data.map(({ id }) => id)
  // Beyond the maximum, a bucket that is not listed can still exist.
  const others = ids.length < MOST_BUCKETS ? policiesOfNone(objects.policies, ids) : []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <UnprotectedTables tables={tables.data} />
      <RouteSearchField label="Search buckets" value={search} onValueChange={onSearch} />
      {failure}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {buckets.data.map((bucket) => (
          <PolicySection
            key={bucket.id}
            title={bucket.id}
            isPublic={bucket.public}
            empty={noPolicies(bucket.public, objects.policies.some(isForAllBuckets))}
            {...section(
              'objects',
              objects.policies.filter((policy) => namesBucket(policy, bucket.id)),
              bucket.id,
            )}
          />
        ))}
        {search !== '' && buckets.data.length === 0 && (
          <EmptyState title="No results" description={`No bucket’s name contains “${search}”.`} />
        )}
        {search === '' && (
          <>
            {others.length > 0 && (
              <PolicySection
                title="Deleted buckets"
                empty=""
                {...section('objects', others)}
                onNew={undefined}
              />
            )}
            <PolicySection
              title="All buckets"
              detail="on storage.objects"
              empty="No policies that apply to the files of every bucket."
              {...section('objects', objects.policies.filter(isForAllBuckets))}
            />
            <PolicySection
              title="List of buckets"
              detail="on storage.buckets"
              empty="No policies. Only secret keys can list, create, change, and delete buckets."
              {...section('buckets', bucketTable.policies)}
            />
          </>
        )}
      </div>
      {buckets.data.length >= MOST_BUCKETS && (
        <p className="text-xs text-muted">
          Showing the first {formatCount(MOST_BUCKETS)} buckets. Search to find others.
        </p>
      )}
      {panel && canWrite && (
        <Panel
          projectRef={projectRef}
          tables={tables.data}
          kind={panel.kind}
          {...panel.item}
          onClose={close}
        />
      )}
      {deleted && (
        <DropPolicyDialog
          projectRef={projectRef}
          table={tables.data[deleted.table]}
          name={deleted.policy.name}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </div>
  )
}

/** Explains what it means for a bucket to have no policies of its own. */
function noPolicies(isPublic: boolean, hasGeneral: boolean): string {
  if (hasGeneral) return 'No policies for this bucket alone. The policies for all buckets apply.'
  return isPublic
    ? 'No policies. Anyone with a file’s URL can download it. Only secret keys can list, upload, and change files.'
    : 'No policies. Only secret keys and signed URLs can access the files.'
}

type Tables = Readonly<Record<StorageTable, TableDetail>>

function UnprotectedTables({ tables }: { tables: Tables }) {
  return Object.values(tables)
    .filter(({ rls_enabled }) => !rls_enabled)
    .map(({ name }) => (
      <Callout key={name} type="danger" title={`Row level security is off for storage.${name}`}>
        Policies have no effect, and anyone with the publishable key has full access. Run{' '}
        <code>alter table storage.{name} enable row level security</code> in the SQL editor.
      </Callout>
    ))
}

type PanelProps = Omit<PanelRecord, 'id'> & {
  projectRef: string
  tables: Tables
  kind: 'new' | 'edit'
  onClose: () => void
}

function Panel({ tables, table, kind, bucket, policy, ...shared }: PanelProps) {
  if (kind === 'new')
    return <NewPolicySheet {...shared} tables={tables} table={table} bucket={bucket} />
  return policy && <EditPolicySheet {...shared} table={tables[table]} policy={policy} />
}
