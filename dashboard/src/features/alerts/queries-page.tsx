import type { ScheduledQuery } from '@stoa/contract/services/alerts/queries'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { RemovalDialog } from '../../components/removal-dialog.tsx'
import {
  useDeleteScheduledQuery,
  useRunScheduledQuery,
  useScheduledQueries,
  useUpdateScheduledQuery,
} from '../../data/resources/services/alerts/queries.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EditQuerySheet, NewQuerySheet } from './query-sheets.tsx'
import { QueryTable, type QueryAction } from './query-table.tsx'
import { QueryRunsSheet } from './query-runs-sheet.tsx'

/** Queries that run on a schedule and keep their results. */
export function QueriesPage({ projectRef }: { projectRef: string }) {
  const canWrite = useCan(projectRef)('alerts:write')
  const { panel, open, close } = useOpenPanel(['new', 'edit', 'runs'])
  const { value: snippet } = useSearchParam('snippet')
  const queries = useScheduledQueries(projectRef)
  const shown = panel && queries.data?.find(({ id }) => id === panel.id)
  const create = canWrite && (
    <Button variant="primary" onClick={() => open('new')}>
      New scheduled query
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Scheduled queries"
      product="reports"
      description="Read-only queries that run on a schedule. A due query wakes a sleeping project."
      action={create}
      needs={['alerts:read']}
      forbidden="This page lists queries that run on a schedule."
    >
      <QueryList
        label="scheduled queries"
        query={queries}
        empty={{
          title: 'No scheduled queries yet',
          description:
            'A scheduled query keeps its results, can mail them as CSV, and can trigger an alert.',
          action: create,
        }}
      >
        {(items) => (
          <Queries
            projectRef={projectRef}
            queries={items}
            canWrite={canWrite}
            onOpen={(kind, { id }) => open(kind, id)}
          />
        )}
      </QueryList>
      {panel?.kind === 'new' && canWrite && (
        <NewQuerySheet projectRef={projectRef} snippet={snippet} onClose={close} />
      )}
      {panel?.kind === 'edit' && shown && canWrite && (
        <EditQuerySheet projectRef={projectRef} query={shown} onClose={close} />
      )}
      {panel?.kind === 'runs' && shown && (
        <QueryRunsSheet projectRef={projectRef} query={shown} onClose={close} />
      )}
    </ProjectPage>
  )
}

type QueriesProps = {
  projectRef: string
  queries: readonly ScheduledQuery[]
  canWrite: boolean
  onOpen: (kind: 'edit' | 'runs', query: ScheduledQuery) => void
}

function Queries({ projectRef, queries, canWrite, onOpen }: QueriesProps) {
  const run = useRunScheduledQuery(projectRef)
  const update = useUpdateScheduledQuery(projectRef)
  const remove = useDeleteScheduledQuery(projectRef)
  const [deleted, setDeleted] = useState<ScheduledQuery>()
  const act = (action: QueryAction, query: ScheduledQuery) => {
    if (action === 'run') run.mutate(query.id)
    else if (action === 'switch') update.mutate({ id: query.id, enabled: !query.enabled })
    else if (action === 'delete') setDeleted(query)
    else onOpen(action, query)
  }
  return (
    <>
      <QueryTable queries={queries} canWrite={canWrite} onAction={act} />
      <RemovalDialog
        action="Delete"
        noun="query"
        item={deleted}
        description="Its results are deleted too. This can’t be undone."
        removal={remove}
        onClose={() => setDeleted(undefined)}
      />
    </>
  )
}
