import type { FileSource } from '@stoa/contract/services/wrappers/files'
import { Time } from '../../components/time.tsx'
import { formatCount } from '../../lib/quantities.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
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
import { placeText } from './file-draft.ts'
import { FileState } from './file-state.tsx'

export type FileAction = 'details' | 'edit' | 'delete'

type FileTableProps = {
  sources: readonly FileSource[]
  canWrite: boolean
  onAction: (action: FileAction, source: FileSource) => void
}

export function FileTable({ sources, canWrite, onAction }: FileTableProps) {
  return (
    <Table aria-label="Files" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden md:table-cell">Source</TableHeader>
          <TableHeader align="right" className="hidden w-24 sm:table-cell">
            Rows
          </TableHeader>
          <TableHeader className="hidden w-36 sm:table-cell">Last refresh</TableHeader>
          <TableHeader className="w-32">State</TableHeader>
          <ActionsHeader className="w-12" />
        </TableRow>
      </TableHead>
      <TableBody>
        {sources.map((source) => (
          <TableRow key={source.id}>
            <TableCell>
              <button
                type="button"
                className="block max-w-full truncate font-mono hover:underline"
                title={nameOfFile(source)}
                onClick={() => onAction('details', source)}
              >
                {nameOfFile(source)}
              </button>
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs md:table-cell"
              title={placeText(source.place)}
            >
              {placeText(source.place)}
            </TableCell>
            <TableCell align="right" className="hidden text-muted tabular-nums sm:table-cell">
              {source.loaded ? formatCount(source.loaded.rows) : '–'}
            </TableCell>
            <TableCell className="hidden text-muted sm:table-cell">
              {source.loaded ? <Time date={source.loaded.refreshed_at} /> : 'Never'}
            </TableCell>
            <TableCell>
              <FileState source={source} />
            </TableCell>
            <TableCell align="right" className="pr-1.5">
              <ActionsMenu subject={nameOfFile(source)}>
                <DropdownMenuItem onSelect={() => onAction('details', source)}>
                  Details
                </DropdownMenuItem>
                {canWrite && (
                  <>
                    <DropdownMenuItem onSelect={() => onAction('edit', source)}>
                      Edit
                    </DropdownMenuItem>
                    <DropdownMenuSeparator />
                    <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', source)}>
                      Delete file
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

export const nameOfFile = ({ schema, table }: Pick<FileSource, 'schema' | 'table'>) =>
  `${schema}.${table}`
