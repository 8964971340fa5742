import type { ReactNode } from 'react'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'

export type ProviderRow = {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly detail: ReactNode
  readonly isEnabled: boolean
}

type ProviderTableProps = {
  label: string
  detailTitle: string
  rows: readonly ProviderRow[]
  canWrite: boolean
  onEdit: (id: string) => void
  onDelete: (id: string) => void
}

/** The providers that a project has added, of one kind. */
export function ProviderTable({
  label,
  detailTitle,
  rows,
  canWrite,
  onEdit,
  onDelete,
}: ProviderTableProps) {
  return (
    <Table aria-label={label} className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden sm:table-cell">{detailTitle}</TableHeader>
          <TableHeader className="w-24">Status</TableHeader>
          {canWrite && <ActionsHeader className="w-12" />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ id, name, about, detail, isEnabled }) => (
          <TableRow key={id}>
            <TableCell>
              <div className="truncate font-medium" title={name}>
                {name}
              </div>
              <div className="truncate text-muted" title={about}>
                {about}
              </div>
            </TableCell>
            <TableCell className="hidden truncate text-muted sm:table-cell">{detail}</TableCell>
            <TableCell>
              {isEnabled ? <Badge variant="success">Enabled</Badge> : <Badge>Disabled</Badge>}
            </TableCell>
            {canWrite && (
              <TableCell align="right" className="pr-1.5">
                <ActionsMenu subject={name}>
                  <DropdownMenuItem onSelect={() => onEdit(id)}>Edit</DropdownMenuItem>
                  <DropdownMenuSeparator />
                  <DropdownMenuItem variant="danger" onSelect={() => onDelete(id)}>
                    Delete provider
                  </DropdownMenuItem>
                </ActionsMenu>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
