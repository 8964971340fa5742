import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { useState, type ReactNode } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/projects/projects.ts'
import { useForeignServers } from '../../data/resources/integrations/wrappers.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DeleteServerDialog } from './delete-server-dialog.tsx'
import { NewFileSheet } from './file-sheets.tsx'
import { Files } from './files.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { ServerDetails } from './server-details.tsx'
import { EditServerSheet, NewServerSheet } from './server-sheet.tsx'
import { ServerTable, type ServerAction } from './server-table.tsx'

export type WrappersPanel = 'new' | 'new-file'

type WrappersPageProps = {
  projectRef: string
  /** The open sheet: for a new server, or for a new file. */
  panel: WrappersPanel | undefined
  onPanel: (panel: WrappersPanel | undefined) => void
}

/** The servers whose tables a project's database can read, and the files that it loads into tables. */
export function WrappersPage({ projectRef, panel, onPanel }: WrappersPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Wrappers', project?.name)
  if (!project) return null
  const canWrite = can('wrappers:write')
  return (
    <Page>
      <PageHeader
        title="Wrappers"
        description="Query tables of other Postgres servers with postgres_fdw, and load files into tables. Credentials are kept in the vault."
      />
      {can('wrappers:read') ? (
        <>
          <List
            title="Foreign servers"
            description="Tables of other Postgres servers, read each time they are queried."
            label="New foreign server"
            canWrite={canWrite}
            onNew={() => onPanel('new')}
          >
            <Servers {...{ projectRef, canWrite }} onNew={() => onPanel('new')} />
          </List>
          <List
            title="Files"
            description="CSV, JSON, and Parquet files, copied into tables. Data is current as of the last refresh."
            label="Import file"
            canWrite={canWrite}
            onNew={() => onPanel('new-file')}
          >
            <Files {...{ projectRef, canWrite }} onNew={() => onPanel('new-file')} />
          </List>
          <p className="mt-6 max-w-prose text-xs text-muted">
            Wrappers for other services, such as Stripe or BigQuery, are not available: they need a
            superuser, which projects don’t have. To read such a service, call its API from an edge
            function on a schedule and store the rows in a table.
          </p>
        </>
      ) : (
        <Forbidden missing="wrappers:read">This page lists foreign servers.</Forbidden>
      )}
      {panel === 'new' && canWrite && (
        <NewServerSheet projectRef={projectRef} onClose={() => onPanel(undefined)} />
      )}
      {panel === 'new-file' && canWrite && (
        <NewFileSheet projectRef={projectRef} onClose={() => onPanel(undefined)} />
      )}
    </Page>
  )
}

type ListProps = {
  title: string
  description: string
  /** The label of the button for a new item. */
  label: string
  canWrite: boolean
  onNew: () => void
  children: ReactNode
}

function List({ title, description, label, canWrite, onNew, children }: ListProps) {
  return (
    <section
      aria-label={title}
      className="group/list mt-8 grid grid-cols-[minmax(0,1fr)] gap-3 first-of-type:mt-0"
    >
      <div data-slot="list-header" className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-sm font-semibold">{title}</h2>
          <p className="text-xs text-muted">{description}</p>
        </div>
        {canWrite && <Button onClick={onNew}>{label}</Button>}
      </div>
      {children}
    </section>
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
        action={canWrite && <Button onClick={onNew}>New foreign server</Button>}
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
