import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useTestForeignServer } from '../../data/resources/services/wrappers/servers.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../ui/overlays/sheet.tsx'
import { nameOf } from './delete-server-dialog.tsx'
import { addressOf, type ServerAction } from './server-table.tsx'
import { TLS_MODES } from './tls-modes.ts'

type ServerDetailsProps = {
  projectRef: string
  server: ForeignServer
  canWrite: boolean
  onAction: (action: ServerAction) => void
  onClose: () => void
}

export function ServerDetails({
  projectRef,
  server,
  canWrite,
  onAction,
  onClose,
}: ServerDetailsProps) {
  const test = useTestForeignServer(projectRef, server.id)
  return (
    <Sheet open title={server.name} onClose={onClose}>
      <SheetBody className="grid content-start gap-5">
        {!server.is_connected && (
          <Callout type="caution" title="This server needs its password again">
            The database is a copy, or the secret was deleted. Edit the server and save the
            password.
          </Callout>
        )}
        {server.mapped_roles.length > 0 && (
          <Callout type="caution" title="Some roles can’t use this server">
            A role with a user mapping of its own can’t connect. Drop these user mappings:
            <CodeBlock className="mt-2" label="SQL" wrap code={server.unmap_sql} />
          </Callout>
        )}
        {test.error && (
          <ErrorState message={errorMessage(test.error)} details={errorDetails(test.error)} />
        )}
        {test.data && !test.isPending && (
          <p role="status">
            Connected to {test.data.version ? `Postgres ${test.data.version}` : 'the server'} in{' '}
            {test.data.milliseconds} ms.
          </p>
        )}
        <Facts server={server} />
        <Tables server={server} />
      </SheetBody>
      {canWrite && (
        <SheetFooter>
          <Button variant="primary" onClick={() => onAction('import')}>
            Import tables
          </Button>
          <Button pending={test.isPending} onClick={() => test.mutate()}>
            Test connection
          </Button>
          <Button onClick={() => onAction('edit')}>Edit</Button>
        </SheetFooter>
      )}
    </Sheet>
  )
}

function Facts({ server }: { server: ForeignServer }) {
  const facts = [
    ['Host', addressOf(server)],
    ['Database', server.database],
    ['User', server.user],
    ['Password', server.secret ? `Vault: ${server.secret.name ?? server.secret.id}` : 'Missing'],
    ['TLS', TLS_MODES.find(({ value }) => value === server.tls)?.label ?? server.tls],
    ['Access', server.is_writable ? 'Read and write' : 'Read-only'],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Tables({ server: { tables, import_sql: importSql } }: { server: ForeignServer }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Foreign tables</h3>
      <p className="text-xs text-muted">
        Row level security does not apply to foreign tables: a role that can select from one sees
        every row that the user of the server sees. Imported tables are not granted to API roles.
      </p>
      {tables.length === 0 ? (
        <CodeBlock label="Or import with SQL" wrap code={importSql} />
      ) : (
        <ul aria-label="Foreign tables" className="divide-y border-y">
          {tables.map((table) => (
            <li key={nameOf(table)} className="flex flex-wrap items-center gap-2 py-1.5">
              <span className="min-w-0 font-mono text-xs wrap-anywhere">{nameOf(table)}</span>
              {table.api_roles.length > 0 && (
                <Badge variant="warning">{`Readable by ${table.api_roles.join(', ')}`}</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
