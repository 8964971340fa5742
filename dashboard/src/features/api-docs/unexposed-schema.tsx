import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useDocs } from './docs-context.ts'
import { DocsPage } from './docs-page.tsx'

/** Shown for a table or function whose schema the Data API does not expose. */
export function UnexposedSchema({ name, schema }: { name: string; schema: string }) {
  const { projectRef } = useDocs()
  return (
    <DocsPage isName hasSamples={false} title={name}>
      <EmptyState
        title={`The Data API does not expose the schema ${schema}`}
        description="Add it in the Data API settings to make its tables and functions available over the API."
        action={
          <Button asChild>
            <Link
              to="/project/$ref/settings/data-api"
              params={{ ref: projectRef }}
              search={{ apiDocs: undefined }}
            >
              Data API settings
            </Link>
          </Button>
        }
      />
    </DocsPage>
  )
}
