import { useTables } from '../../data/resources/tables.ts'
import { Callout } from '../../ui/callout.tsx'
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
      description="Every table, view and function of the exposed schemas is an address of this project’s API. These pages are written from the database as it is now; samples hold this project’s address and key."
    >
      <SampleGroup title="Start">
        {!isCurl && (
          <SampleSection
            id="install"
            title="Install the client"
            text="Published as open source; any version 2 works."
            label="Install the client"
            code={installSample[language]}
          />
        )}
        <SampleSection
          id="client"
          title={isCurl ? 'Ask for the description' : 'Make a client'}
          text={
            isCurl
              ? 'The API describes itself as an OpenAPI document.'
              : 'Once in a program; every other sample uses it.'
          }
          label={isCurl ? 'Ask for the description' : 'Make a client'}
          code={clientSample(target)[language]}
        />
        {first && (
          <SampleSection
            id="first-request"
            title="Read a table"
            text={`The rows of ${first.name} that the caller may see.`}
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
          Make one in the table editor or with SQL; its page appears here at once.
        </Callout>
      )}
    </DocsPage>
  )
}
