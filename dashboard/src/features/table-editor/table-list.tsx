import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { Link } from '@tanstack/react-router'
import { FileUp, Plus, ShieldAlert, ShieldOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { DocsLink } from '../../components/api-docs/docs-link.tsx'
import { INDENT_PX, PartitionsRow } from '../../components/partitions/partitions-row.tsx'
import { useTableRows } from '../../components/partitions/use-table-rows.ts'
import { ProtectedSchemaNote, SchemaSelector } from '../../components/schema-selector.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { classNames } from '../../lib/class-names.ts'
import { useTables } from '../../data/resources/services/meta/tables.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { useVisibleRange } from '../../ui/layout/use-visible-range.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { KINDS } from './structure/table-kinds.ts'

export type TableListProps = {
  projectRef: string
  schema: string
  isProtected: boolean
  currentId: number | undefined
  canWrite: boolean
  onSchema: (schema: string) => void
  onOpen: (table: TableSummary) => void
  onNew: () => void
  /** Imports a file into a table, or into a new one. */
  onImport: (table: TableSummary | undefined) => void
  onEdit: (table: TableSummary) => void
  onCreatePolicy: (table: TableSummary) => void
  onDelete: (table: TableSummary) => void
  onCopyName: (table: TableSummary) => void
  onCopySql: (table: TableSummary) => void
  onDuplicate: (table: TableSummary) => void
}

const BOTTOM_PX = 8

/** Lists the tables and views of one schema. Thousands are common, so only visible ones render. */
export function TableList({ projectRef, schema, isProtected, onSchema, ...props }: TableListProps) {
  const tables = useTables(projectRef, schema)
  const [search, setSearch] = useState('')
  const { rows, toggle } = useTableRows(tables.data ?? [], { search, currentId: props.currentId })
  const rowHeight = matchMedia('(pointer: coarse)').matches ? 40 : 28
  const { ref, measure, reveal, first, last } = useVisibleRange<HTMLDivElement>(
    rows.length,
    rowHeight,
  )
  const currentIndex = rows.findIndex(
    (row) => row.kind === 'table' && row.table.id === props.currentId,
  )
  useEffect(() => reveal(currentIndex), [reveal, currentIndex])
  const canChange = props.canWrite && !isProtected
  return (
    <nav aria-label="Tables" className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-2 p-2">
        <SchemaSelector projectRef={projectRef} value={schema} onValueChange={onSchema} />
        <div className="flex gap-2">
          <SearchInput
            label="Search tables"
            className="flex-1"
            value={search}
            onValueChange={setSearch}
          />
          {canChange && (
            <>
              <Button size="icon" aria-label="New table" title="New table" onClick={props.onNew}>
                <Plus />
              </Button>
              <Button
                size="icon"
                aria-label="Import data"
                title="Import data"
                onClick={() => props.onImport(undefined)}
              >
                <FileUp />
              </Button>
            </>
          )}
        </div>
        {isProtected && <ProtectedSchemaNote />}
      </div>
      {tables.isError && tables.data === undefined && (
        <QueryError
          className="mx-2"
          title="Could not load the tables"
          error={tables.error}
          onRetry={() => void tables.refetch()}
        />
      )}
      {tables.isPending && <ListSkeleton />}
      {tables.data && rows.length === 0 && (
        <p className="px-3 py-6 text-center text-xs text-muted">
          {search.trim() === '' ? `No tables in ${schema} yet.` : 'No results'}
        </p>
      )}
      <div ref={ref} onScroll={measure} className="min-h-0 flex-1 overflow-y-auto px-2">
        <ul
          style={{
            paddingTop: first * rowHeight,
            paddingBottom: (rows.length - last) * rowHeight + BOTTOM_PX,
          }}
        >
          {rows
            .slice(first, last)
            .map((row) =>
              row.kind === 'table' ? (
                <Item
                  key={row.table.id}
                  projectRef={projectRef}
                  table={row.table}
                  depth={row.depth}
                  canChange={canChange}
                  {...props}
                />
              ) : (
                <PartitionsRow
                  key={`partitions-${row.parent.id}`}
                  {...row}
                  name={row.parent.name}
                  onToggle={() => toggle(row.parent.id)}
                />
              ),
            )}
        </ul>
      </div>
    </nav>
  )
}

type ItemProps = { table: TableSummary; depth: number; canChange: boolean } & Pick<
  TableListProps,
  | 'projectRef'
  | 'currentId'
  | 'onOpen'
  | 'onImport'
  | 'onEdit'
  | 'onCreatePolicy'
  | 'onDelete'
  | 'onCopyName'
  | 'onCopySql'
  | 'onDuplicate'
>

const NO_POLICIES = 'No policies: API clients can’t access any row'
const NO_SECURITY = 'Row level security is off'

function Item({ table, depth, canChange, currentId, onOpen, ...actions }: ItemProps) {
  const { icon: Icon, label } = KINDS[table.kind]
  const isCurrent = table.id === currentId
  const isTable = table.kind === 'table' || table.kind === 'partitioned_table'
  const isOpenToAll = isTable && !table.rls_enabled
  const isClosed = isTable && table.rls_enabled && table.policy_count === 0
  return (
    <li className="group relative" style={{ paddingLeft: `${depth * INDENT_PX}px` }}>
      <button
        type="button"
        onClick={() => onOpen(table)}
        aria-current={isCurrent ? 'page' : undefined}
        title={table.comment ?? undefined}
        className={classNames(
          'flex h-7 w-full min-w-0 items-center gap-2 rounded-md pr-8 pl-2 text-left transition-colors pointer-coarse:h-10',
          isCurrent ? 'bg-selected text-text' : 'text-muted hover:bg-hover hover:text-text',
        )}
      >
        <Icon className="size-4 shrink-0" aria-label={label} />
        <span className="truncate text-text">{table.name}</span>
        {isOpenToAll && (
          <span title={NO_SECURITY} className="shrink-0">
            <ShieldOff className="size-3.5 text-warning-text" aria-label={NO_SECURITY} />
          </span>
        )}
        {isClosed && (
          <span title={NO_POLICIES} className="shrink-0">
            <ShieldAlert className="size-3.5 text-warning-text" aria-label={NO_POLICIES} />
          </span>
        )}
      </button>
      <ActionsMenu
        subject={table.name}
        isQuiet
        size="sm"
        className="absolute top-0.5 right-0.5 px-1 pointer-coarse:top-1"
      >
        <DropdownMenuItem onSelect={() => actions.onCopyName(table)}>Copy name</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => actions.onCopySql(table)}>Copy SQL</DropdownMenuItem>
        <DropdownMenuItem asChild>
          <DocsLink
            projectRef={actions.projectRef}
            place={{ page: 'table', schema: table.schema, name: table.name }}
          >
            View API docs
          </DocsLink>
        </DropdownMenuItem>
        {isTable && (
          <DropdownMenuItem asChild>
            <Link
              to="/project/$ref/database/policies"
              params={{ ref: actions.projectRef }}
              search={{ schema: table.schema, search: table.name }}
            >
              View policies
            </Link>
          </DropdownMenuItem>
        )}
        {canChange && <DropdownMenuSeparator />}
        {canChange && isTable && (
          <DropdownMenuItem onSelect={() => actions.onEdit(table)}>Edit table</DropdownMenuItem>
        )}
        {canChange && table.kind === 'table' && (
          <DropdownMenuItem onSelect={() => actions.onDuplicate(table)}>
            Duplicate table
          </DropdownMenuItem>
        )}
        {canChange && isTable && (
          <DropdownMenuItem onSelect={() => actions.onImport(table)}>Import data</DropdownMenuItem>
        )}
        {canChange && isTable && table.rls_enabled && (
          <DropdownMenuItem onSelect={() => actions.onCreatePolicy(table)}>
            Create policy
          </DropdownMenuItem>
        )}
        {canChange && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="danger" onSelect={() => actions.onDelete(table)}>
              Delete {label.toLowerCase()}
            </DropdownMenuItem>
          </>
        )}
      </ActionsMenu>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-2.5 px-3 py-1" aria-busy="true">
      {[24, 32, 20, 28].map((width) => (
        <Skeleton key={width} className="h-4" style={{ width: `${width * 4}px` }} />
      ))}
    </div>
  )
}
