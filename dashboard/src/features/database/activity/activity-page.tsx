import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/layout/tabs.tsx'
import { DatabasePage } from '../database-page.tsx'
import {
  ACTIVITY_VIEWS,
  readActivitySearch,
  type ActivitySearch,
  type ActivityView,
} from './activity-search.ts'
import { LocksView } from './locks-view.tsx'
import { SessionsView } from './sessions-view.tsx'
import { SizesView } from './sizes-view.tsx'
import { WalView } from './wal-view.tsx'

const VIEWS: Readonly<Record<ActivityView, { label: string; Content: typeof SessionsView }>> = {
  sessions: { label: 'Sessions', Content: SessionsView },
  locks: { label: 'Locks', Content: LocksView },
  sizes: { label: 'Sizes', Content: SizesView },
  wal: { label: 'Write-ahead log', Content: WalView },
}

type ActivityPageProps = {
  projectRef: string
  search: ActivitySearch
  onSearch: (search: ActivitySearch) => void
}

/** The database's current activity and its disk usage. */
export function ActivityPage({ projectRef, search, onSearch }: ActivityPageProps) {
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Activity"
      description="Sessions, locks and sizes of the database. Sessions and locks update every second."
    >
      {({ canWrite }) => (
        <Tabs
          value={search.view ?? 'sessions'}
          onValueChange={(view) => onSearch(readActivitySearch({ view }))}
        >
          <TabsList aria-label="Activity">
            {ACTIVITY_VIEWS.map((view) => (
              <TabsTrigger key={view} value={view}>
                {VIEWS[view].label}
              </TabsTrigger>
            ))}
          </TabsList>
          {ACTIVITY_VIEWS.map((view) => {
            const { Content } = VIEWS[view]
            return (
              <TabsContent key={view} value={view}>
                <Content
                  projectRef={projectRef}
                  search={search}
                  onSearch={onSearch}
                  canWrite={canWrite}
                />
              </TabsContent>
            )
          })}
        </Tabs>
      )}
    </DatabasePage>
  )
}
