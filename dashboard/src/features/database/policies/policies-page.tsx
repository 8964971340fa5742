import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { TablePolicies } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { DropPolicyDialog } from '../../../components/policies/drop-policy-dialog.tsx'
import { EditPolicySheet } from '../../../components/policies/edit-policy-sheet.tsx'
import { NewPolicySheet } from '../../../components/policies/new-policy-sheet.tsx'
import { useEditAsSql } from '../../../components/sql-editor/use-edit-as-sql.ts'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { useTablePolicies } from '../../../data/resources/services/meta/objects.ts'
import { useReadDraft } from '../../../data/resources/services/meta/sql-drafts.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { CommentSheet } from '../list/comment-sheet.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
import { RowSecurityDialog } from '../list/row-security-dialog.tsx'
import { ClosedTables, OpenTables } from './without-policies.tsx'
import { TestSheet } from './test-sheet.tsx'
import { TableSection, type TableAction } from './table-section.tsx'

/** A table, or one of its policies, as the record of a panel. */
type PanelRecord = { id: string; table: TablePolicies; policy?: Policy }

const recordOf = (table: TablePolicies, policy?: Policy): PanelRecord =>
  policy ? { id: `${table.id} ${policy.name}`, table, policy } : { id: String(table.id), table }

type OpenDialog =
  | { kind: 'enable' | 'disable'; table: TablePolicies }
  | { kind: 'delete'; table: TablePolicies; policy: Policy }

/** The row level security of the tables of a schema, with their policies. */
export function PoliciesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [asked, setAsked] = useState<OpenDialog>()
  const filter = listFilter(search)
  const list = useTablePolicies(projectRef, filter)
  const tables = list.data?.pages.flatMap(({ items }) => items) ?? []
  const { panel, open, close } = useRecordPanel({
    kinds: ['new', 'test', 'edit', 'comment'],
    items: tables.flatMap((table) => [
      recordOf(table),
      ...table.policies.map((policy) => recordOf(table, policy)),
    ]),
  })
  const editAsSql = useEditAsSql()
  const readDraft = useReadDraft(projectRef)
  const edit = (table: TablePolicies, policy: Policy) => {
    if (!editAsSql) return open('edit', recordOf(table, policy))
    const { name, roles, using, check } = policy
    const on = { kind: 'edit_policy', schema: table.schema, table: table.name } as const
    return editAsSql(`policy-${table.id}-${name}`, () =>
      readDraft({ ...on, name, roles, using, check }),
    )
  }
  const act = (kind: TableAction, table: TablePolicies) =>
    kind === 'enable' || kind === 'disable'
      ? setAsked({ kind, table })
      : open(kind, recordOf(table))
  const total = list.data?.pages.at(-1)?.total ?? 0
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Policies"
      description="Policies decide which rows a role can read and change in a table with row level security."
    >
      {({ canWrite }) => (
        <>
          <ListToolbar {...{ projectRef, search, onSearch }} label="tables and policies" />
          {list.error && !list.data && (
            <QueryError
              error={list.error}
              title="Could not load the policies"
              onRetry={() => void list.refetch()}
            />
          )}
          {!list.data && !list.error && <Skeleton className="h-64" />}
          {list.data && tables.length === 0 && (
            <EmptyState
              {...(filter.search === ''
                ? {
                    title: `No tables in ${filter.schema}`,
                    description: 'Tables appear here with their policies.',
                  }
                : {
                    title: 'No results',
                    description: `No table or policy contains “${filter.search}”.`,
                  })}
            />
          )}
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
            {tables.filter(hasPolicies).map((table) => (
              <TableSection
                key={table.id}
                table={table}
                canWrite={canWrite}
                onAction={(kind) => act(kind, table)}
                onEdit={(policy) => edit(table, policy)}
                onComment={(policy) => open('comment', recordOf(table, policy))}
                onDelete={(policy) => setAsked({ kind: 'delete', table, policy })}
              />
            ))}
            <OpenTables
              projectRef={projectRef}
              tables={tables.filter((table) => !hasPolicies(table) && !table.rls_enabled)}
              canWrite={canWrite}
              onAction={act}
            />
            <ClosedTables
              tables={tables.filter((table) => !hasPolicies(table) && table.rls_enabled)}
              canWrite={canWrite}
              onAction={act}
            />
          </div>
          {list.hasNextPage && (
            <div className="mt-4 flex items-center gap-3 text-xs text-muted">
              {formatCount(tables.length)} of {formatCount(total)} tables
              <Button
                size="sm"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Load more
              </Button>
            </div>
          )}
          {panel &&
            (panel.kind === 'test' || (canWrite && panel.item.table.locked_by === null)) && (
              <Panel projectRef={projectRef} kind={panel.kind} {...panel.item} onClose={close} />
            )}
          {asked && (
            <Dialog projectRef={projectRef} asked={asked} onClose={() => setAsked(undefined)} />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const hasPolicies = ({ policies }: TablePolicies) => policies.length > 0

type PanelProps = Omit<PanelRecord, 'id'> & {
  projectRef: string
  kind: 'new' | 'test' | 'edit' | 'comment'
  onClose: () => void
}

function Panel({ kind, policy, ...shared }: PanelProps) {
  if (kind === 'new') return <NewPolicySheet {...shared} />
  if (kind === 'test') return <TestSheet {...shared} />
  if (!policy) return null
  if (kind === 'edit') return <EditPolicySheet {...shared} policy={policy} />
  return <PolicyComment {...shared} policy={policy} />
}

type PolicyCommentProps = {
  projectRef: string
  table: TablePolicies
  policy: Policy
  onClose: () => void
}

function PolicyComment({ projectRef, table, policy, onClose }: PolicyCommentProps) {
  const address = { schema: table.schema, table: table.name, name: policy.name }
  return (
    <CommentSheet
      projectRef={projectRef}
      name={policy.name}
      changeOf={(comment) => ({
        kind: 'comment',
        object: objectAddress.policy(address),
        comment,
      })}
      replaces={{ kind: 'policy_comment', ...address, comment: policy.comment }}
      onClose={onClose}
    />
  )
}

type DialogProps = { projectRef: string; asked: OpenDialog; onClose: () => void }

function Dialog({ asked, ...props }: DialogProps) {
  const { kind, table } = asked
  if (kind === 'delete')
    return <DropPolicyDialog {...props} table={table} name={asked.policy.name} />
  return (
    <RowSecurityDialog
      {...props}
      table={table}
      hasPolicies={table.policies.length > 0}
      isEnabled={kind === 'enable'}
    />
  )
}
