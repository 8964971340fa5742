import { useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react'
import type { FetcherParams } from '@graphiql/toolkit'
import type { GraphqlError as Refusal } from '@stoa/contract/services/graphql'
import type { Impersonation } from '@stoa/contract/services/impersonation'
import { GraphiQL } from 'graphiql'
import { GraphQLError, type ExecutionResult } from 'graphql'
import { useEffect, useMemo, useRef } from 'react'
import { applyMonacoTheme, MONACO_THEME } from '../../components/sql-editor/monaco-theme.ts'
import { errorMessage } from '../../data/client/api-error.ts'
import { useGraphqlRunner } from '../../data/resources/services/graphql.ts'
import { pageStorage } from '../../lib/storage.ts'
import { useTheme } from '../../lib/theme.ts'
import { createProjectStorage } from './project-storage.ts'
import { applyGraphiqlTheme } from './theme.ts'
import { provideWorkers } from './workers.ts'
import './graphiql.css'

provideWorkers()

const FIRST_QUERY = `# Each table with a primary key
# has a collection.
# Ctrl-Space: suggestions
# Ctrl-Enter: run

query {
  __typename
}
`

const EDITOR_THEME = { dark: MONACO_THEME, light: MONACO_THEME }

type EditorProps = { projectRef: string; impersonation: Impersonation }

/** GraphiQL for a project's GraphQL API. The schema contains what the selected role can access. */
export function GraphiqlEditor({ projectRef, impersonation }: EditorProps) {
  const run = useGraphqlRunner(projectRef)
  const { resolved } = useTheme()
  const storage = useMemo(() => createProjectStorage(projectRef, pageStorage), [projectRef])
  const fetcher = useMemo(
    () =>
      async (operation: FetcherParams): Promise<ExecutionResult> => {
        try {
          const { data, errors } = await run(operation, impersonation)
          return { data, ...(errors && { errors: errors.map(toGraphqlError) }) }
        } catch (error) {
          // Written as a GraphQL error, because the response pane shows that format.
          return { errors: [new GraphQLError(errorMessage(error))] }
        }
      },
    [run, impersonation],
  )
  useEffect(() => () => document.body.classList.remove('graphiql-light', 'graphiql-dark'), [])
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={storage}
      defaultQuery={FIRST_QUERY}
      editorTheme={EDITOR_THEME}
      forcedTheme={resolved === 'light' ? 'light' : 'dark'}
      isHeadersEditorEnabled={false}
      showPersistHeadersSettings={false}
    >
      <GraphiQL.Logo>{null}</GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, copy, merge }) => (
          <>
            {prettify}
            {copy}
            {merge}
            <FollowFetcher />
            <FollowTheme key={resolved} isDark={resolved !== 'light'} />
            <Measures />
          </>
        )}
      </GraphiQL.Toolbar>
    </GraphiQL>
  )
}

/** Converts to the library's error class; serialized, the error is the same as the server's. */
const toGraphqlError = ({ message, path, extensions, locations }: Refusal) =>
  Object.assign(new GraphQLError(message, { path, extensions }), { locations })

/** Reloads the schema when the role or user changes, because it depends on their privileges. */
function FollowFetcher() {
  const fetcher = useGraphiQL((state) => state.fetcher)
  const { introspect } = useGraphiQLActions()
  // GraphiQL itself runs the first introspection.
  const read = useRef(fetcher)
  useEffect(() => {
    if (read.current === fetcher) return
    read.current = fetcher
    void introspect()
  }, [introspect, fetcher])
  return null
}

/** Applies the page's theme to GraphiQL and its editors; remounted when the theme changes. */
function FollowTheme({ isDark }: { isDark: boolean }) {
  const monaco = useMonaco((state) => state.monaco)
  useEffect(() => applyGraphiqlTheme(), [])
  useEffect(() => {
    if (monaco) applyMonacoTheme(monaco, { isDark })
  }, [monaco, isDark])
  return null
}

/** Uses the same font size as the SQL editor. */
function Measures() {
  const question = useGraphiQL((state) => state.queryEditor)
  const variables = useGraphiQL((state) => state.variableEditor)
  const answer = useGraphiQL((state) => state.responseEditor)
  useEffect(() => {
    for (const editor of [question, variables, answer]) editor?.updateOptions({ fontSize: 13 })
  }, [question, variables, answer])
  return null
}
