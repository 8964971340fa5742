import { dataApiSettings } from '@stoa/contract/operations/services/data-api/settings'
import { useMemo, useState, type ReactNode } from 'react'
import { useRegisterActions, type Action } from '../../components/actions/actions.tsx'
import { useOpenDocs } from '../../components/api-docs/docs-links.ts'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useSettings } from '../../data/resources/services/data-api/settings.ts'
import { useTables } from '../../data/resources/services/meta/tables.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DocsContext, type Docs, type DocsSurface } from './docs-context.ts'
import { useHighlight } from '../../components/highlight/use-highlight.ts'
import { isSampleLanguage, type SampleLanguage } from './samples/languages.ts'
import { useSampleKey } from './use-sample-key.ts'

const LANGUAGE_SETTING = 'stoa.api-docs.language'
const FIRST_LANGUAGE: SampleLanguage = 'javascript'

type DocsProviderProps = {
  projectRef: string
  surface: DocsSurface
  /** The schema named in the URL. */
  schema: string | undefined
  children: ReactNode
}

/** Provides the documentation pages with their data, or explains why none can be shown. */
export function DocsProvider({ projectRef, schema, ...props }: DocsProviderProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  const settings = useSettings(projectRef, dataApiSettings)
  if (!project || (!settings.data && !settings.error)) return <LoadingPage />
  if (!can('database:read')) {
    return (
      <Page>
        <Forbidden missing="database:read">The API docs show the project’s tables.</Forbidden>
      </Page>
    )
  }
  if (!settings.data) {
    return (
      <Page>
        <QueryError
          error={settings.error}
          title="Could not load the Data API settings"
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
          description="Add a schema in the Data API settings to see the documentation of its tables here."
        />
      </Page>
    )
  }
  const isExposed = schema === undefined || schemas.includes(schema)
  return (
    <OpenDocs
      projectRef={projectRef}
      url={project.endpoints.api_url}
      schemas={schemas}
      schema={isExposed ? (schema ?? first) : first}
      unexposedSchema={isExposed ? undefined : schema}
      defaultSchema={first}
      isServed={enabled}
      {...props}
    />
  )
}

type OpenDocsProps = Pick<
  Docs,
  'projectRef' | 'surface' | 'schemas' | 'schema' | 'unexposedSchema' | 'isServed'
> & { url: string; defaultSchema: string; children: ReactNode }

function OpenDocs({ url, defaultSchema, children, ...known }: OpenDocsProps) {
  const { projectRef, schema } = known
  const [areContentsShown, showContents] = useState(false)
  const [language, setLanguage] = useSetting(LANGUAGE_SETTING, FIRST_LANGUAGE, isSampleLanguage)
  const { key, ...choice } = useSampleKey(projectRef)
  const docs: Docs = {
    ...known,
    language,
    setLanguage,
    target: { url, key, defaultSchema },
    highlight: useHighlight(),
    ...choice,
    areContentsShown,
    showContents,
  }
  return (
    <DocsContext value={docs}>
      <TableActions projectRef={projectRef} schema={schema} />
      {children}
    </DocsContext>
  )
}

/** Adds each table's page to the command palette while the documentation is open. */
function TableActions({ projectRef, schema }: { projectRef: string; schema: string }) {
  const openDocs = useOpenDocs(projectRef)
  const { data: tables } = useTables(projectRef, schema)
  const actions = useMemo(
    () =>
      (tables ?? []).map(({ name }): Action => ({
        id: `api-docs:${schema}.${name}`,
        title: `API docs: ${name}`,
        group: 'API docs',
        keywords: [schema],
        run: () => openDocs({ page: 'table', schema, name }),
      })),
    [openDocs, schema, tables],
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
