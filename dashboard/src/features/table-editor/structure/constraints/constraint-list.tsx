import type { Constraint, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ConstraintKind } from '@stoa/contract/services/meta/constraints'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../../ui/display/badge.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ActionsMenu } from '../../../../ui/menus/actions-menu.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../../ui/menus/dropdown-menu.tsx'
import { KIND_LABELS } from './constraint-draft.ts'
import {
  DeleteConstraintDialog,
  RenameConstraintSheet,
  ValidateConstraintDialog,
} from './constraint-changes.tsx'
import { ConstraintSheet } from './constraint-sheet.tsx'
import { PrimaryKeySheet } from './primary-key-sheet.tsx'

type ConstraintListProps = { projectRef: string; table: TableDetail; canChange: boolean }

type Panel =
  | { kind: 'add'; constraint: ConstraintKind }
  | { kind: 'rename' | 'validate' | 'delete'; constraint: Constraint }

/** The keys and constraints of a table, with all that can be done to them. */
export function ConstraintList({ projectRef, table, canChange }: ConstraintListProps) {
  const [panel, setPanel] = useState<Panel>()
  const onClose = () => setPanel(undefined)
  const shown = table.constraints.filter(({ kind }) => kind !== 'not_null')
  return (
    <section className="grid grid-cols-1 gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-sm font-medium">Keys and constraints</h2>
        {canChange && (
          <AddMenu
            hasPrimaryKey={table.primary_key.length > 0}
            onAdd={(constraint) => setPanel({ kind: 'add', constraint })}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <p className="rounded-md border px-3 py-2.5 text-xs text-muted">
          No keys or constraints yet. Without a primary key, rows can’t be edited.
        </p>
      ) : (
        <ul aria-label="Keys and constraints" className="divide-y rounded-md border">
          {shown.map((constraint) => (
            <Item
              key={constraint.id}
              constraint={constraint}
              canChange={canChange}
              onChoose={(kind) => setPanel({ kind, constraint })}
            />
          ))}
        </ul>
      )}
      {panel?.kind === 'add' &&
        (panel.constraint === 'primary_key' ? (
          <PrimaryKeySheet projectRef={projectRef} table={table} onClose={onClose} />
        ) : (
          <ConstraintSheet
            projectRef={projectRef}
            table={table}
            kind={panel.constraint}
            onClose={onClose}
          />
        ))}
      {panel?.kind === 'rename' && (
        <RenameConstraintSheet {...{ projectRef, table, onClose }} constraint={panel.constraint} />
      )}
      {panel?.kind === 'validate' && (
        <ValidateConstraintDialog
          {...{ projectRef, table, onClose }}
          constraint={panel.constraint}
        />
      )}
      {panel?.kind === 'delete' && (
        <DeleteConstraintDialog {...{ projectRef, table, onClose }} constraint={panel.constraint} />
      )}
    </section>
  )
}

const ORDER: readonly ConstraintKind[] = [
  'primary_key',
  'foreign_key',
  'unique',
  'check',
  'exclusion',
]

type AddMenuProps = { hasPrimaryKey: boolean; onAdd: (kind: ConstraintKind) => void }

function AddMenu({ hasPrimaryKey, onAdd }: AddMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Plus className="size-3.5" /> Add
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {ORDER.filter((kind) => kind !== 'primary_key' || !hasPrimaryKey).map((kind) => (
          <DropdownMenuItem key={kind} onSelect={() => onAdd(kind)}>
            {KIND_LABELS[kind]}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

type ItemProps = {
  constraint: Constraint
  canChange: boolean
  onChoose: (kind: 'rename' | 'validate' | 'delete') => void
}

function Item({ constraint, canChange, onChoose }: ItemProps) {
  const { name, definition, is_validated: isValidated } = constraint
  return (
    <li className="group flex items-start gap-2 p-3 text-xs">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-mono wrap-anywhere">
          {name}
          {!isValidated && <Badge variant="warning">Existing rows not checked</Badge>}
        </p>
        <p className="font-mono wrap-anywhere text-muted">{definition}</p>
      </div>
      {canChange && (
        <ActionsMenu subject={name} isQuiet size="sm" className="px-1">
          {!isValidated && (
            <DropdownMenuItem onSelect={() => onChoose('validate')}>
              Validate existing rows
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => onChoose('rename')}>Rename</DropdownMenuItem>
          <DropdownMenuItem variant="danger" onSelect={() => onChoose('delete')}>
            Delete
          </DropdownMenuItem>
        </ActionsMenu>
      )}
    </li>
  )
}
