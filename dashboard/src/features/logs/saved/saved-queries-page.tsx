import { lazy, Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { QueryList } from '../../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../../components/list/record-table.tsx'
import { SearchField } from '../../../components/list/search-field.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { useSearchParam } from '../../../components/list/use-search-param.ts'
import { ProjectPage } from '../../../components/project-page.tsx'
import { Time } from '../../../components/time.tsx'
import { useLogQueries, type SnippetSummary } from '../../../data/resources/platform/content.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useLogQueryActions } from './use-log-query-actions.tsx'

const DeletedSheet = lazy(async () => ({
  default: (await import('../../../components/documents/deleted-sheet.tsx')).DeletedSheet,
}))

/** The queries over the logs that members saved. */
export function SavedQueriesPage({ projectRef }: { projectRef: string }) {
  const { value: search, field } = useSearchParam('search')
  const query = useLogQueries(projectRef)
  const { actionsOf, dialog } = useLogQueryActions(projectRef)
  const { panel, open, close } = useOpenPanel(['deleted'])
  const found = query.data
    ?.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .toSorted((a, b) => Number(b.is_favorite) - Number(a.is_favorite))
  const explore = (
    <Button asChild variant="primary">
      <Link to="/project/$ref/logs/explorer" params={{ ref: projectRef }} search={{}}>
        New query
      </Link>
    </Button>
  )
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Saved queries"
      product="logs"
      needs={['logs:read']}
      forbidden="This page lists queries over the project’s logs."
      action={
        <>
          <Button onClick={() => open('deleted')}>Recently deleted</Button>
          {explore}
        </>
      }
    >
      <QueryList
        label="queries"
        query={query}
        isSearched={search !== ''}
        found={found}
        toolbar={<SearchField label="Search saved queries" field={field} />}
        empty={{
          title: 'No saved queries yet',
          description: 'Save a query in the explorer to run it again, or to share it.',
          action: explore,
        }}
      >
        {(queries) => (
          <RecordTable
            label="Saved queries"
            items={queries}
            nameOf={({ name }) => name}
            columns={columnsOf(projectRef)}
            actions={actionsOf}
          />
        )}
      </QueryList>
      {dialog}
      {panel?.kind === 'deleted' && (
        <Suspense>
          <DeletedSheet projectRef={projectRef} kind="log_sql" onRestored={close} onClose={close} />
        </Suspense>
      )}
    </ProjectPage>
  )
}

const columnsOf = (projectRef: string): readonly RecordColumn<SnippetSummary>[] => [
  {
    header: 'Name',
    isRowHeader: true,
    cell: ({ id, name, is_favorite: isFavorite }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        {isFavorite && (
          <Star
            aria-label="Favorite"
            className="size-3.5 shrink-0 fill-current text-warning-text"
          />
        )}
        <Link
          to="/project/$ref/logs/explorer"
          params={{ ref: projectRef }}
          search={{ query: id }}
          className="truncate font-medium hover:underline"
        >
          {name}
        </Link>
      </span>
    ),
  },
  {
    header: 'Visibility',
    className: 'hidden w-28 sm:table-cell',
    cell: ({ visibility }) => (visibility === 'shared' ? 'Shared' : 'Private'),
  },
  {
    header: 'Author',
    className: 'hidden w-48 md:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ author }) => author,
  },
  {
    header: 'Changed',
    className: 'w-36',
    cell: ({ updated_at: at }) => <Time date={at} className="text-muted" />,
  },
]
