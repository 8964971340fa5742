import type { ReactNode } from 'react'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'
import type { RecordAction } from './record-columns.ts'

type RecordMenuProps = {
  subject: string
  actions: readonly RecordAction[]
  note: string | undefined
}

/** The menu of a row, absent if it would be empty. */
export function RecordMenu({ subject, actions, note }: RecordMenuProps) {
  if (actions.length === 0 && note === undefined) return null
  const firstDanger = actions.findIndex(({ variant }) => variant === 'danger')
  return (
    <ActionsMenu subject={subject}>
      {actions.map(({ label, onSelect, variant, disabled }, index) => (
        <MenuItem key={label} hasSeparator={index > 0 && index === firstDanger}>
          <DropdownMenuItem
            onSelect={onSelect}
            {...(variant && { variant })}
            {...(disabled && { disabled })}
          >
            {label}
          </DropdownMenuItem>
        </MenuItem>
      ))}
      {note !== undefined && <p className="max-w-56 px-2 py-1 text-xs text-muted">{note}</p>}
    </ActionsMenu>
  )
}

const MenuItem = ({ hasSeparator, children }: { hasSeparator: boolean; children: ReactNode }) => (
  <>
    {hasSeparator && <DropdownMenuSeparator />}
    {children}
  </>
)
