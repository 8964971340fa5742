import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { useState, type ReactNode } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useForeignServers } from '../../data/resources/services/wrappers/servers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { DeleteServerDialog } from './delete-server-dialog.tsx'
import { NewFileSheet } from './file-sheets.tsx'
import { Files } from './files.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { ServerDetails } from './server-details.tsx'
import { EditServerSheet, NewServerSheet } from './server-sheet.tsx'
import { ServerTable, type ServerAction } from './server-table.tsx'

/** The panels of the page in the URL: those for new records, then those of a server or a file. */
export type WrappersPanel =
  | 'new'
  | 'new-file'
  | 'server'
  | 'edit-server'
  | 'import-tables'
  | 'file'
  | 'edit-file'

type WrappersPageProps = {
  projectRef: string
  /** The open sheet: for a new server, or for a new file. */
  panel: WrappersPanel | undefined
  onPanel: (panel: WrappersPanel | undefined) => void
}

/** The servers whose tables a project's database can read, and the files that it loads into tables. */
export function WrappersPage({ projectRef, panel, onPanel }: WrappersPageProps) {
  const canWrite = useCan(projectRef)('wrappers:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Wrappers"
      description="Query tables of other Postgres servers with postgres_fdw, and load files into tables. Credentials are kept in the vault."
      needs={['wrappers:read']}
      forbidden="This page lists foreign servers."
    >
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
      {panel === 'new' && canWrite && (
        <NewServerSheet projectRef={projectRef} onClose={() => onPanel(undefined)} />
      )}
      {panel === 'new-file' && canWrite && (
        <NewFileSheet projectRef={projectRef} onClose={() => onPanel(undefined)} />
      )}
    </ProjectPage>
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

type ServersProps = { projectRef: string; canWrite: boolean; onNew: () => void }

function Servers({ projectRef, canWrite, onNew }: ServersProps) {
  const servers = useForeignServers(projectRef)
  const { panel, open, close } = useOpenPanel(SERVER_PANELS)
  const [deleted, setDeleted] = useState<ForeignServer>()
  const server = servers.data?.servers.find(({ id }) => id === panel?.id)
  const act = (action: ServerAction, of: ForeignServer) =>
    action === 'delete' ? setDeleted(of) : open(PANEL_OF[action], of.id)
  if (servers.data?.has_postgres_fdw === false) {
    return (
      <Callout type="caution" title="postgres_fdw is not available">
        The Postgres of this project does not have the extension. Ask the operator to install the
        contrib package of Postgres.
      </Callout>
    )
  }
  return (
    <>
      <QueryList
        label="servers"
        query={{ ...servers, data: servers.data?.servers }}
        empty={{
          title: 'No foreign servers yet',
          description:
            'Connect another Postgres server to query its tables next to your own, in the same SQL.',
          action: canWrite && <Button onClick={onNew}>New foreign server</Button>,
        }}
      >
        {(items) => <ServerTable servers={items} canWrite={canWrite} onAction={act} />}
      </QueryList>
      {server && panel && (
        <ServerPanel
          {...{ projectRef, server, canWrite }}
          kind={panel.kind}
          onAction={(action) => act(action, server)}
          onClose={close}
        />
      )}
      {deleted && (
        <DeleteServerDialog
          projectRef={projectRef}
          server={deleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

/** The panels of a server in the URL. */
const SERVER_PANELS = ['server', 'edit-server', 'import-tables'] as const

const PANEL_OF = {
  details: 'server',
  edit: 'edit-server',
  import: 'import-tables',
} as const satisfies Record<Exclude<ServerAction, 'delete'>, (typeof SERVER_PANELS)[number]>

type ServerPanelProps = {
  projectRef: string
  server: ForeignServer
  canWrite: boolean
  kind: (typeof SERVER_PANELS)[number]
  onAction: (action: ServerAction) => void
  onClose: () => void
}

function ServerPanel({ kind, onAction, canWrite, ...props }: ServerPanelProps) {
  if (kind === 'edit-server' && canWrite) return <EditServerSheet {...props} />
  if (kind === 'import-tables' && canWrite) return <ImportSheet {...props} />
  return <ServerDetails {...props} canWrite={canWrite} onAction={onAction} />
}
