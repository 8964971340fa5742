import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'

export type ServerAction = 'details' | 'import' | 'edit' | 'delete'

type ServerTableProps = {
  servers: readonly ForeignServer[]
  canWrite: boolean
  onAction: (action: ServerAction, server: ForeignServer) => void
}

export function ServerTable({ servers, canWrite, onAction }: ServerTableProps) {
  return (
    <RecordTable
      label="Foreign servers"
      items={servers}
      nameOf={({ name }) => name}
      columns={[nameColumn(onAction), ...COLUMNS]}
      actions={(server) => [
        { label: 'Details', onSelect: () => onAction('details', server) },
        ...(canWrite
          ? [
              { label: 'Import tables', onSelect: () => onAction('import', server) },
              { label: 'Edit', onSelect: () => onAction('edit', server) },
              {
                label: 'Delete server',
                variant: 'danger' as const,
                onSelect: () => onAction('delete', server),
              },
            ]
          : []),
      ]}
    />
  )
}

const nameColumn = (onAction: ServerTableProps['onAction']): RecordColumn<ForeignServer> => ({
  header: 'Name',
  cell: (server) => (
    <NameButton
      className="font-mono"
      beside={!server.is_connected && <Badge variant="warning">Needs a password</Badge>}
      onClick={() => onAction('details', server)}
    >
      {server.name}
    </NameButton>
  ),
})

const identifier = (className: string, text: (server: ForeignServer) => string) => ({
  className,
  textClassName: 'truncate font-mono text-xs',
  title: text,
  cell: text,
})

const COLUMNS: readonly RecordColumn<ForeignServer>[] = [
  { header: 'Host', ...identifier('hidden sm:table-cell', (server) => addressOf(server)) },
  { header: 'Database', ...identifier('hidden md:table-cell', ({ database }) => database) },
  { header: 'User', ...identifier('hidden lg:table-cell', ({ user }) => user) },
  {
    header: 'Tables',
    align: 'right',
    className: 'w-20',
    textClassName: 'text-muted tabular-nums',
    cell: ({ tables }) => formatCount(tables.length),
  },
]

export const addressOf = ({ host, port }: Pick<ForeignServer, 'host' | 'port'>) => `${host}:${port}`
