import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { TablePolicies } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { DropPolicyDialog } from '../../../components/policies/drop-policy-dialog.tsx'
import { EditPolicySheet } from '../../../components/policies/edit-policy-sheet.tsx'
import { NewPolicySheet } from '../../../components/policies/new-policy-sheet.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useTablePolicies } from '../../../data/resources/database/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { CommentSheet } from '../list/comment-sheet.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { listFilter, type ListPageProps } from '../list/list-search.ts'
import { ListToolbar } from '../list/list-toolbar.tsx'
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
            {tables.map((table) => (
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
      return (
        <ChangeDialog
          projectRef={projectRef}
          title={`Enable row level security on ${table.name}?`}
          description={
            table.policies.length === 0
              ? 'Without a policy, only secret keys and the owner can access its rows.'
              : 'API clients then only access the rows that its policies allow.'
          }
          confirmLabel="Enable row level security"
          variant="success"
          success="Row level security enabled"
          change={rowSecurity(table, true)}
          onClose={onClose}
        />
      )
    case 'disable':
      return (
        <ChangeDialog
          projectRef={projectRef}
          title={`Disable row level security on ${table.name}?`}
          description="Its policies no longer apply. Every role with privileges on the table can access all of its rows."
          confirmLabel="Disable row level security"
          success="Row level security disabled"
          change={rowSecurity(table, false)}
          onClose={onClose}
        />
      )
  }
}

const rowSecurity = ({ schema, name }: TablePolicies, isEnabled: boolean) => ({
  kind: 'set_row_security' as const,
  schema,
  name,
  is_enabled: isEnabled,
})
