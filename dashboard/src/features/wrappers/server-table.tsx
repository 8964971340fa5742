import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { formatCount } from '../../lib/quantities.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

export type ServerAction = 'details' | 'import' | 'edit' | 'delete'

type ServerTableProps = {
  servers: readonly ForeignServer[]
  canWrite: boolean
  onAction: (action: ServerAction, server: ForeignServer) => void
}

export function ServerTable({ servers, canWrite, onAction }: ServerTableProps) {
  return (
    <Table aria-label="Foreign servers" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden sm:table-cell">Host</TableHeader>
          <TableHeader className="hidden md:table-cell">Database</TableHeader>
          <TableHeader className="hidden lg:table-cell">User</TableHeader>
          <TableHeader align="right" className="w-20">
            Tables
          </TableHeader>
          <ActionsHeader className="w-12" />
        </TableRow>
      </TableHead>
      <TableBody>
        {servers.map((server) => (
          <TableRow key={server.id}>
            <TableCell>
              <div className="flex items-center gap-2">
                <button
                  type="button"
                  className="min-w-0 truncate font-mono hover:underline"
                  title={server.name}
                  onClick={() => onAction('details', server)}
                >
                  {server.name}
                </button>
                {!server.is_connected && <Badge variant="warning">Needs a password</Badge>}
              </div>
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs sm:table-cell"
              title={addressOf(server)}
            >
              {addressOf(server)}
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs md:table-cell"
              title={server.database}
            >
              {server.database}
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs lg:table-cell"
              title={server.user}
            >
              {server.user}
            </TableCell>
            <TableCell align="right" className="text-muted tabular-nums">
              {formatCount(server.tables.length)}
            </TableCell>
            <TableCell align="right" className="pr-1.5">
              <ActionsMenu subject={server.name}>
                <DropdownMenuItem onSelect={() => onAction('details', server)}>
                  Details
                </DropdownMenuItem>
                {canWrite && (
                  <>
                    <DropdownMenuItem onSelect={() => onAction('import', server)}>
                      Import tables
                    </DropdownMenuItem>
                    <DropdownMenuItem onSelect={() => onAction('edit', server)}>
                      Edit
                    </DropdownMenuItem>
                    <DropdownMenuSeparator />
                    <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', server)}>
                      Delete server
                    </DropdownMenuItem>
                  </>
                )}
              </ActionsMenu>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

export const addressOf = ({ host, port }: Pick<ForeignServer, 'host' | 'port'>) => `${host}:${port}`
