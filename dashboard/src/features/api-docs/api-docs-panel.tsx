import { ArrowLeft } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import {
  formatDocsPlace,
  parseDocsPlace,
  type DocsPlace,
} from '../../components/api-docs/docs-address.ts'
import { DocsLink } from '../../components/api-docs/docs-link.tsx'
import { useHasDocsPanel } from '../../components/api-docs/docs-links.ts'
import { DOCS_PANEL } from '../../components/api-docs/docs-panel-search.ts'
import type { PanelProps } from '../../components/rooms/room.ts'
import { SwitchedOffPreview } from '../../components/feature-previews/switched-off-preview.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Authentication } from './authentication.tsx'
import { ContentsList } from './contents-list.tsx'
import { useDocs } from './docs-context.ts'
import { DocsProvider } from './docs-provider.tsx'
import { FunctionDocs } from './function-docs.tsx'
import { GeneratedTypes } from './generated-types.tsx'
import { Introduction } from './introduction.tsx'
import { TableDocs } from './table-docs.tsx'

/** A project's API documentation in the panel of the shell. The content is the open page. */
export function ApiDocsPanel({ projectRef, content }: PanelProps) {
  const hasPanel = useHasDocsPanel()
  const place = parseDocsPlace(content)
  if (hasPanel) {
    return (
      <DocsProvider surface="panel" projectRef={projectRef} schema={place.schema}>
        <Layout id={formatDocsPlace(place)}>{pageOf(place)}</Layout>
      </DocsProvider>
    )
  }
  return (
    <div className="p-4 sm:p-6">
      <SwitchedOffPreview
        previewKey={DOCS_PANEL.preview}
        action={
          <Button asChild>
            <DocsLink projectRef={projectRef} place={place}>
              Open as a page
            </DocsLink>
          </Button>
        }
      >
        With the preview, API docs open in this panel. Without it, they are separate pages with the
        same content.
      </SwitchedOffPreview>
    </div>
  )
}

function pageOf(place: DocsPlace): ReactNode {
  if (place.page === 'table') return <TableDocs key={place.name} name={place.name} />
  if (place.page === 'function') return <FunctionDocs key={place.name} name={place.name} />
  return PAGES[place.page]
}

const PAGES: Readonly<Record<'introduction' | 'authentication' | 'types', ReactNode>> = {
  introduction: <Introduction />,
  authentication: <Authentication />,
  types: <GeneratedTypes />,
}

/** Shows the contents beside the page, or in place of the page when the panel is narrow. */
function Layout({ id, children }: { id: string; children: ReactNode }) {
  const { areContentsShown, showContents } = useDocs()
  const text = useRef<HTMLDivElement>(null)
  const backToText = () => {
    showContents(false)
    text.current?.focus()
  }
  return (
    <div className="@container/docs min-h-0 flex-1 [--shell-top:0px]">
      <div className="flex h-full min-h-0">
        <div className="hidden w-52 shrink-0 flex-col border-r @xl/docs:flex">
          <ContentsList onNavigate={() => showContents(false)} />
        </div>
        {areContentsShown && (
          <div className="flex min-w-0 flex-1 flex-col @xl/docs:hidden">
            <div className="flex min-h-12 items-center border-b px-4 py-2">
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
              <Button autoFocus onClick={backToText}>
                <ArrowLeft />
                Back
              </Button>
            </div>
            <ContentsList onNavigate={backToText} />
          </div>
        )}
        <div
          key={id}
          ref={text}
          tabIndex={-1}
          className={classNames(
            '@container/text min-w-0 flex-1 overflow-y-auto outline-none',
            areContentsShown && 'hidden @xl/docs:block',
          )}
        >
          {children}
        </div>
      </div>
    </div>
  )
}
