import type { TypeLanguage } from '@stoa/contract/services/meta/types'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { HighlightedCode } from '../../components/highlight/highlighted-code.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useGeneratedTypes } from '../../data/resources/services/meta/types.ts'
import { downloadText } from '../../lib/download-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/layout/tabs.tsx'
import { useDocs } from './docs-context.ts'
import { DocsPage } from './docs-page.tsx'

const LANGUAGES: readonly { id: TypeLanguage; title: string; fileName: string }[] = [
  { id: 'typescript', title: 'TypeScript', fileName: 'database.types.ts' },
  { id: 'go', title: 'Go', fileName: 'database.go' },
  { id: 'swift', title: 'Swift', fileName: 'Database.swift' },
  { id: 'python', title: 'Python', fileName: 'database_types.py' },
]

const ALL = 'all'
// The prefix keeps a schema that is itself named "all" distinct from the choice of all schemas.
const valueOf = (schema: string) => `schema:${schema}`

/** The schemas' types as source text, to copy or download. */
export function GeneratedTypes() {
  const { schemas } = useDocs()
  const [language, setLanguage] = useState<TypeLanguage>('typescript')
  const [choice, setChoice] = useState(ALL)
  const chosen = schemas.filter((name) => choice === ALL || choice === valueOf(name))
  const choose = (next: string) => {
    const found = LANGUAGES.find(({ id }) => id === next)
    if (found) setLanguage(found.id)
  }
  return (
    <DocsPage
      title="Generated types"
      hasSamples={false}
      description="Types of the current tables, views, functions and enums. Generate them again after each schema change."
    >
      {schemas.length > 1 && (
        <div className="mb-4 flex items-center gap-2">
          <span className="text-muted">Schemas</span>
          <Select
            aria-label="Schemas"
            className="w-52"
            value={choice}
            options={[
              { value: ALL, label: 'All exposed schemas' },
              ...schemas.map((name) => ({ value: valueOf(name), label: name })),
            ]}
            onValueChange={setChoice}
          />
        </div>
      )}
      <Tabs value={language} onValueChange={choose}>
        <TabsList aria-label="Language">
          {LANGUAGES.map(({ id, title }) => (
            <TabsTrigger key={id} value={id}>
              {title}
            </TabsTrigger>
          ))}
        </TabsList>
        {LANGUAGES.map(({ id, title, fileName }) => (
          <TabsContent key={id} value={id}>
            <TypesText language={id} title={title} fileName={fileName} schemas={chosen} />
          </TabsContent>
        ))}
      </Tabs>
    </DocsPage>
  )
}

type TypesTextProps = {
  language: TypeLanguage
  title: string
  fileName: string
  schemas: readonly string[]
}

function TypesText({ language, title, fileName, schemas }: TypesTextProps) {
  const { projectRef, highlight } = useDocs()
  const types = useGeneratedTypes(projectRef, { language, schemas })
  if (types.data) {
    const text = types.data.types
    return (
      <div className="rounded-md border bg-sunken">
        <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5">
          <code className="min-w-0 flex-1 truncate text-xs text-muted">{fileName}</code>
          <CopyButton size="sm" text={text} />
          <Button size="sm" onClick={() => downloadText({ text, fileName, type: 'text/plain' })}>
            <Download className="size-3.5" />
            Download
          </Button>
        </div>
        <pre
          aria-label={`Types in ${title}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="max-h-[70dvh] overflow-auto p-3 text-xs leading-5"
        >
          <code>
            <HighlightedCode code={text} language={language} highlight={highlight} />
          </code>
        </pre>
      </div>
    )
  }
  if (types.error) {
    return (
      <QueryError
        title="Could not generate the types"
        error={types.error}
        onRetry={() => void types.refetch()}
      />
    )
  }
  return <Skeleton className="h-96" />
}
