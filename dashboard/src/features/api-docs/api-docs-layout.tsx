import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { useRegisterActions, type Action } from '../../components/actions/actions.tsx'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/projects.ts'
import { useDataApiSettings } from '../../data/settings.ts'
import { useTables } from '../../data/tables.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page-header.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContentsList } from './contents-list.tsx'
import { DocsContext, type Docs } from './docs-context.ts'
import { isSampleLanguage, type SampleLanguage } from './samples/languages.ts'
import { useSampleKey } from './use-sample-key.ts'

const LANGUAGE_SETTING = 'stoa.api-docs.language'
const FIRST_LANGUAGE: SampleLanguage = 'javascript'

type ApiDocsLayoutProps = {
  projectRef: string
  /** The schema that the address names. */
  schema: string | undefined
  onSchema: (schema: string) => void
  children: ReactNode
}

/** A project's API documentation: its pages at the left, the open one at the right. */
export function ApiDocsLayout({ projectRef, schema, onSchema, children }: ApiDocsLayoutProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const settings = useDataApiSettings(projectRef)
  if (!project || (!settings.data && !settings.error)) return <LoadingPage />
  if (!can('database:read')) {
    return (
      <Page>
        <Forbidden>The tables of this project are not yours to read.</Forbidden>
      </Page>
    )
  }
  if (!settings.data) {
    return (
      <Page>
        <QueryError
          error={settings.error}
          title="The Data API’s settings could not be loaded"
          onRetry={() => void settings.refetch()}
        />
      </Page>
    )
  }
  const { exposed_schemas: schemas, enabled } = settings.data
  const [first] = schemas
  if (first === undefined) {
    return (
      <Page>
        <EmptyState
          title="The Data API exposes no schema"
          description="Add one in the settings, under Data API; its tables are documented here then."
        />
      </Page>
    )
  }
  return (
    <OpenDocs
      projectRef={projectRef}
      url={project.endpoints.api_url}
      schemas={schemas}
      schema={schema !== undefined && schemas.includes(schema) ? schema : first}
      defaultSchema={first}
      isServed={enabled}
      onSchema={onSchema}
    >
      {children}
    </OpenDocs>
  )
}

type OpenDocsProps = {
  projectRef: string
  url: string
  schemas: readonly string[]
  schema: string
  defaultSchema: string
  isServed: boolean
  onSchema: (schema: string) => void
  children: ReactNode
}

function OpenDocs({ projectRef, url, schemas, schema, defaultSchema, ...props }: OpenDocsProps) {
  const { isServed, onSchema, children } = props
  const [areContentsShown, setAreContentsShown] = useState(false)
  const [language, setLanguage] = useSetting(LANGUAGE_SETTING, FIRST_LANGUAGE, isSampleLanguage)
  const { key, ...choice } = useSampleKey(projectRef)
  const docs: Docs = {
    projectRef,
    schemas,
    schema,
    isServed,
    language,
    setLanguage,
    target: { url, key, defaultSchema },
    ...choice,
    showContents: () => setAreContentsShown(true),
  }
  const list = <ContentsList onSchema={onSchema} onNavigate={() => setAreContentsShown(false)} />
  return (
    <DocsContext value={docs}>
      <TableActions projectRef={projectRef} schema={schema} />
      <div className="flex min-h-full">
        <aside className="sticky top-(--shell-top) hidden h-[calc(100dvh-var(--shell-top))] w-60 shrink-0 flex-col border-r md:flex">
          {list}
        </aside>
        <Sheet
          open={areContentsShown}
          side="left"
          title="API docs"
          onClose={() => setAreContentsShown(false)}
        >
          {list}
        </Sheet>
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </DocsContext>
  )
}

/** Offers each table's page to the palette while the documentation is open. */
function TableActions({ projectRef, schema }: { projectRef: string; schema: string }) {
  const navigate = useNavigate()
  const { data: tables } = useTables(projectRef, schema)
  const actions = useMemo(
    () =>
      (tables ?? []).map(({ name }): Action => ({
        id: `api-docs:${schema}.${name}`,
        title: `API docs: ${name}`,
        group: 'API docs',
        keywords: [schema],
        run: () =>
          void navigate({
            to: '/project/$ref/api/tables/$name',
            params: { ref: projectRef, name },
            search: { schema },
          }),
      })),
    [navigate, projectRef, schema, tables],
  )
  useRegisterActions(actions)
  return null
}

function LoadingPage() {
  return (
    <Page aria-busy>
      <Skeleton className="mb-6 h-7 w-48" />
      <Skeleton className="h-64" />
    </Page>
  )
}
