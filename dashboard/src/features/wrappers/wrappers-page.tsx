import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useForeignServers } from '../../data/resources/wrappers.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DeleteServerDialog } from './delete-server-dialog.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { ServerDetails } from './server-details.tsx'
import { EditServerSheet, NewServerSheet } from './server-sheet.tsx'
import { ServerTable, type ServerAction } from './server-table.tsx'

type WrappersPageProps = {
  projectRef: string
  /** The sheet for a new server is open. */
  isCreating: boolean
  onCreating: (isCreating: boolean) => void
}

/** The servers whose tables a project's database can read. */
export function WrappersPage({ projectRef, isCreating, onCreating }: WrappersPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Wrappers', project?.name)
  if (!project) return null
  const canWrite = can('wrappers:write')
  return (
    <Page>
      <PageHeader
        title="Wrappers"
        description="Query tables of other Postgres servers with postgres_fdw. Passwords are kept in the vault."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => onCreating(true)}>
              New foreign server
            </Button>
          )
        }
      />
      {can('wrappers:read') ? (
        <>
          <Servers {...{ projectRef, canWrite }} onNew={() => onCreating(true)} />
          <p className="mt-6 max-w-prose text-xs text-muted">
            Wrappers for other services, such as Stripe or BigQuery, are not available: they need a
            superuser, which projects don’t have. To read such a service, call its API from an edge
            function on a schedule and store the rows in a table.
          </p>
        </>
      ) : (
        <Forbidden missing="wrappers:read">This page lists foreign servers.</Forbidden>
      )}
      {isCreating && canWrite && (
        <NewServerSheet projectRef={projectRef} onClose={() => onCreating(false)} />
      )}
    </Page>
  )
}

type Chosen = { readonly action: ServerAction; readonly id: string }

type ServersProps = { projectRef: string; canWrite: boolean; onNew: () => void }

function Servers({ projectRef, canWrite, onNew }: ServersProps) {
  const { data, error, refetch } = useForeignServers(projectRef)
  const [chosen, setChosen] = useState<Chosen>()
  const close = () => setChosen(undefined)
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the servers" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  if (!data.has_postgres_fdw) {
    return (
      <Callout type="caution" title="postgres_fdw is not available">
        The Postgres of this project does not have the extension. Ask the operator to install the
        contrib package of Postgres.
      </Callout>
    )
  }
  if (data.servers.length === 0) {
    return (
      <EmptyState
        title="No foreign servers yet"
        description="Connect another Postgres server to query its tables next to your own, in the same SQL."
        action={
          canWrite && (
            <Button variant="primary" onClick={onNew}>
              New foreign server
            </Button>
          )
        }
      />
    )
  }
  const server = data.servers.find(({ id }) => id === chosen?.id)
  return (
    <>
      <ServerTable
        servers={data.servers}
        canWrite={canWrite}
        onAction={(action, { id }) => setChosen({ action, id })}
      />
      {server && chosen && (
        <Chosen
          {...{ projectRef, server, canWrite }}
          action={chosen.action}
          onAction={(action) => setChosen({ action, id: server.id })}
          onClose={close}
        />
      )}
    </>
  )
}

type ChosenProps = {
  projectRef: string
  server: ForeignServer
  canWrite: boolean
  action: ServerAction
  onAction: (action: ServerAction) => void
  onClose: () => void
}

function Chosen({ action, onAction, canWrite, ...props }: ChosenProps) {
  if (action === 'edit') return <EditServerSheet {...props} />
  if (action === 'import') return <ImportSheet {...props} />
  if (action === 'delete') return <DeleteServerDialog {...props} />
  return <ServerDetails {...props} canWrite={canWrite} onAction={onAction} />
}
