import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { BookText, Lock, PanelLeft, Plus } from 'lucide-react'
import { DocsLink } from '../../../components/api-docs/docs-link.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { RlsBadge } from './rls-badge.tsx'
import type { TableAccess } from '../session/table-access.ts'
import { AddPrimaryKey } from '../structure/constraints/add-primary-key.tsx'
import { KINDS } from '../structure/table-kinds.ts'

export type TableTab = 'data' | 'definition'

type TableHeaderProps = {
  projectRef: string
  table: TableDetail
  access: TableAccess
  /** Whether the definition of the table, not its rows, can be changed. */
  canChange: boolean
  tab: TableTab
  onTab: (tab: TableTab) => void
  onInsert: () => void
  onCreatePolicy: () => void
  onShowList: () => void
}

const TABS = [
  { value: 'data' as const, label: 'Data' },
  { value: 'definition' as const, label: 'Definition' },
]

export function TableHeader({ projectRef, table, access, canChange, ...props }: TableHeaderProps) {
  const { icon: Icon, label } = KINDS[table.kind]
  const isTable = table.kind === 'table' || table.kind === 'partitioned_table'
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1">
      <IconButton label="Tables" onClick={props.onShowList} className="-ml-1 md:hidden">
        <PanelLeft />
      </IconButton>
      <Icon className="size-4 shrink-0 text-muted max-sm:hidden" aria-label={label} />
      <h1 className="min-w-0 truncate font-medium" title={table.comment ?? undefined}>
        {table.schema !== 'public' && <span className="text-muted">{table.schema}.</span>}
        {table.name}
      </h1>
      {isTable && (
        <RlsBadge
          projectRef={projectRef}
          table={table}
          canWrite={canChange}
          onCreatePolicy={props.onCreatePolicy}
        />
      )}
      {access.reason !== undefined && (
        <span
          className="flex min-w-0 items-center gap-1.5 text-xs text-muted"
          title={access.reason}
        >
          <Lock className="size-3.5 shrink-0" />
          <span className="truncate max-lg:hidden">{access.reason}</span>
          <span className="lg:hidden">{access.canInsert ? 'Insert only' : 'Read only'}</span>
        </span>
      )}
      {canChange && <AddPrimaryKey projectRef={projectRef} table={table} />}
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <Tooltip content="API docs of this table">
          <Button asChild variant="ghost" size="icon">
            <DocsLink
              projectRef={projectRef}
              place={{ page: 'table', schema: table.schema, name: table.name }}
              aria-label="API docs of this table"
            >
              <BookText />
            </DocsLink>
          </Button>
        </Tooltip>
        <SegmentedControl
          aria-label="View"
          value={props.tab}
          options={TABS}
          onValueChange={props.onTab}
        />
        {access.canInsert && (
          <Button variant="primary" onClick={props.onInsert}>
            <Plus className="size-3.5" /> Insert<span className="max-sm:hidden"> row</span>
          </Button>
        )}
      </div>
    </header>
  )
}
