import { useTables } from '../../data/resources/services/meta/tables.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { useDocs } from './docs-context.ts'
import { DocsPage } from './docs-page.tsx'
import { SampleGroup, SampleSection } from './sample-section.tsx'
import { writeSample } from './samples/languages.ts'
import { clientSample, installSample } from './samples/start-samples.ts'

/** The URL of the API and a first request to it. */
export function Introduction() {
  const { projectRef, schema, language, target } = useDocs()
  const { data: tables } = useTables(projectRef, schema)
  const first = tables?.[0]
  const isCurl = language === 'curl'
  return (
    <DocsPage
      title="Introduction"
      description="Every table, view and function of the exposed schemas is an endpoint of this project’s API. These pages are generated from the current database, and the samples contain this project’s URL and key."
    >
      <SampleGroup title="Start">
        {!isCurl && (
          <SampleSection
            id="install"
            title="Install the client"
            text="The open source client library, version 2."
            label="Install the client"
            code={installSample[language]}
          />
        )}
        <SampleSection
          id="client"
          title={isCurl ? 'Get the API description' : 'Create a client'}
          text={
            isCurl
              ? 'The API describes itself as an OpenAPI document.'
              : 'Create it once. The other samples use it.'
          }
          label={isCurl ? 'Get the API description' : 'Create a client'}
          code={clientSample(target)[language]}
        />
        {first && (
          <SampleSection
            id="first-request"
            title="Read a table"
            text={`Returns the rows of ${first.name} that the caller can read.`}
            label="Read a table"
            code={writeSample(
              { kind: 'select', schema, table: first.name, select: ['*'], range: [0, 9] },
              language,
              target,
            )}
          />
        )}
      </SampleGroup>
      {tables?.length === 0 && (
        <Callout className="mt-6" title={`The schema ${schema} has no tables yet`}>
          Create one in the table editor or with SQL. Its documentation then appears here.
        </Callout>
      )}
    </DocsPage>
  )
}
