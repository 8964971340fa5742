import type { TablePolicies } from '@stoa/contract/services/meta/objects'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { TableWithoutPolicies, type TableAction } from './table-section.tsx'

type GroupProps = {
  projectRef: string
  /** Tables without policies whose row level security is in the same state. */
  tables: readonly TablePolicies[]
  canWrite: boolean
  onAction: (kind: TableAction, table: TablePolicies) => void
}

/** Tables that everyone with privileges can access, with a button that closes all of them. */
export function OpenTables({ projectRef, ...props }: GroupProps) {
  const [isAsked, setIsAsked] = useState(false)
  const open = props.tables.filter(({ locked_by }) => locked_by === null)
  return (
    <Group
      {...props}
      title="Without row level security"
      description="No policies. Every role with privileges on the tables can access all of their rows."
      action={
        props.canWrite &&
        open.length > 1 && (
          <Button size="sm" onClick={() => setIsAsked(true)}>
            Enable on {formatCount(open.length)} tables
          </Button>
        )
      }
    >
      {isAsked && (
        <ChangeDialog
          projectRef={projectRef}
          title={`Enable row level security on ${formatCount(open.length)} tables?`}
          description="Until you create policies, only secret keys and the owner can access their rows."
          confirmLabel="Enable row level security"
          variant="success"
          success={`Row level security enabled on ${formatCount(open.length)} tables`}
          change={{
            kind: 'secure_tables',
            tables: open.map(({ schema, name }) => ({ schema, name })),
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Group>
  )
}

/** Tables that no client can access before they have a policy. */
export const ClosedTables = (props: Omit<GroupProps, 'projectRef'>) => (
  <Group
    {...props}
    title="With row level security and no policies"
    description="No policies. Only secret keys and the owner can access the rows."
  />
)

type FoldProps = Omit<GroupProps, 'projectRef'> & {
  title: string
  description: string
  action?: ReactNode
  children?: ReactNode
}

/** A list of tables that can be folded. */
function Group({ tables, canWrite, onAction, title, description, action, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(true)
  if (tables.length === 0) return null
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex items-center gap-1.5 font-medium"
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
            {title} ({formatCount(tables.length)})
          </button>
        </h2>
        {action}
      </header>
      {isOpen && (
        <>
          <p className="text-xs text-muted">{description}</p>
          <ul aria-label={title} className="divide-y rounded-md border bg-raised">
            {tables.map((table) => (
              <TableWithoutPolicies
                key={table.id}
                table={table}
                canWrite={canWrite}
                onAction={(kind) => onAction(kind, table)}
              />
            ))}
          </ul>
        </>
      )}
      {children}
    </section>
  )
}
