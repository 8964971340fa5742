import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { ProjectPage } from '../../components/project-page.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useFunction, useTestFunction } from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { CodeTab } from './code-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { isFunctionTab, TABS, type FunctionTab } from './function-tabs.ts'
import { LogTab } from './log-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { FIRST_TEST, TestTab } from './test-tab.tsx'
import { TriggersTab } from './triggers-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'

type FunctionPageProps = {
  projectRef: string
  slug: string
  tab: FunctionTab
  onTab: (tab: FunctionTab) => void
  onDeleted: () => void
}

/** One edge function: its use, its code and its versions. */
export function FunctionPage(props: FunctionPageProps) {
  const { projectRef, slug } = props
  return (
    <ProjectPage
      projectRef={projectRef}
      title={slug}
      parents={[
        {
          label: 'Functions',
          link: { to: '/project/$ref/functions', params: { ref: projectRef } },
        },
      ]}
      needs={['functions:read']}
      forbidden="This page shows a function of the project."
    >
      {({ endpoints }) => <FunctionTabs {...props} endpoints={endpoints} />}
    </ProjectPage>
  )
}

function FunctionTabs(props: FunctionPageProps & { endpoints: ProjectDetail['endpoints'] }) {
  const { projectRef, slug, tab, onTab, onDeleted, endpoints } = props
  const { api_url: apiUrl, host_api_url: hostUrl } = endpoints
  const bases = hostUrl === null ? [apiUrl] : [apiUrl, hostUrl]
  const { data, error, refetch } = useFunction(projectRef, slug)
  const can = useCan(projectRef)
  // Keeps the request and its response while the user looks at the logs.
  const [testDraft, setTestDraft] = useState(FIRST_TEST)
  const testCall = useTestFunction(projectRef, slug)
  if (error && !data) {
    return (
      <QueryError
        error={error}
        title="Could not load the function"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <Skeleton className="h-64" />
  return (
    <Tabs value={tab} onValueChange={(next) => isFunctionTab(next) && onTab(next)}>
      <TabsList aria-label="Function">
        {TABS.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value="overview">
        <OverviewTab projectRef={projectRef} apiUrl={apiUrl} deployed={data} />
      </TabsContent>
      <TabsContent value="invocations">
        <LogTab projectRef={projectRef} slug={slug} source="invocations" />
      </TabsContent>
      <TabsContent value="logs">
        <LogTab projectRef={projectRef} slug={slug} source="output" />
      </TabsContent>
      <TabsContent value="code">
        <CodeTab projectRef={projectRef} deployed={data} />
      </TabsContent>
      <TabsContent value="test">
        {can('functions:write') ? (
          <TestTab
            projectRef={projectRef}
            slug={slug}
            draft={testDraft}
            onDraft={setTestDraft}
            call={testCall}
          />
        ) : (
          <Forbidden missing="functions:write">This tab calls the function.</Forbidden>
        )}
      </TabsContent>
      <TabsContent value="triggers">
        <TriggersTab projectRef={projectRef} callee={{ slug, bases }} />
      </TabsContent>
      <TabsContent value="versions">
        <VersionsTab projectRef={projectRef} slug={slug} />
      </TabsContent>
      <TabsContent value="details">
        <DetailsTab projectRef={projectRef} apiUrl={apiUrl} deployed={data} onDeleted={onDeleted} />
      </TabsContent>
    </Tabs>
  )
}
