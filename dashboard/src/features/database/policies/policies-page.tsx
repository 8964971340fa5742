import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { TablePolicies } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { DropPolicyDialog } from '../../../components/policies/drop-policy-dialog.tsx'
import { EditPolicySheet } from '../../../components/policies/edit-policy-sheet.tsx'
import { NewPolicySheet } from '../../../components/policies/new-policy-sheet.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useTablePolicies } from '../../../data/resources/services/meta/objects.ts'
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

type Chosen = { table: TablePolicies } & (
  | { kind: TableAction }
  | { kind: 'edit' | 'comment' | 'delete'; policy: Policy }
)

/** The row level security of the tables of a schema, with their policies. */
export function PoliciesPage({ projectRef, search, onSearch }: ListPageProps) {
  const [chosen, setChosen] = useState<Chosen>()
  const filter = listFilter(search)
  const list = useTablePolicies(projectRef, filter)
  const tables = list.data?.pages.flatMap(({ items }) => items) ?? []
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
                onAction={(kind) => setChosen({ kind, table })}
                onEdit={(policy) => setChosen({ kind: 'edit', table, policy })}
                onComment={(policy) => setChosen({ kind: 'comment', table, policy })}
                onDelete={(policy) => setChosen({ kind: 'delete', table, policy })}
              />
            ))}
            <OpenTables
              projectRef={projectRef}
              tables={tables.filter((table) => !hasPolicies(table) && !table.rls_enabled)}
              canWrite={canWrite}
              onAction={(kind, table) => setChosen({ kind, table })}
            />
            <ClosedTables
              tables={tables.filter((table) => !hasPolicies(table) && table.rls_enabled)}
              canWrite={canWrite}
              onAction={(kind, table) => setChosen({ kind, table })}
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
          {chosen && (
            <Chosen projectRef={projectRef} chosen={chosen} onClose={() => setChosen(undefined)} />
          )}
        </>
      )}
    </DatabasePage>
  )
}

const hasPolicies = ({ policies }: TablePolicies) => policies.length > 0

type ChosenProps = { projectRef: string; chosen: Chosen; onClose: () => void }

function Chosen({ projectRef, chosen, onClose }: ChosenProps) {
  const { kind, table } = chosen
  const shared = { projectRef, table, onClose }
  switch (kind) {
    case 'new':
      return <NewPolicySheet {...shared} />
    case 'test':
      return <TestSheet {...shared} />
    case 'edit':
      return <EditPolicySheet {...shared} policy={chosen.policy} />
    case 'comment':
      return (
        <CommentSheet
          projectRef={projectRef}
          name={chosen.policy.name}
          changeOf={(comment) => ({
            kind: 'comment',
            object: objectAddress.policy({
              schema: table.schema,
              table: table.name,
              name: chosen.policy.name,
            }),
            comment,
          })}
          replaces={{
            kind: 'policy_comment',
            schema: table.schema,
            table: table.name,
            name: chosen.policy.name,
            comment: chosen.policy.comment,
          }}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DropPolicyDialog {...shared} name={chosen.policy.name} />
    case 'enable':
    case 'disable':
      return (
        <RowSecurityDialog
          {...shared}
          hasPolicies={table.policies.length > 0}
          isEnabled={kind === 'enable'}
        />
      )
  }
}
