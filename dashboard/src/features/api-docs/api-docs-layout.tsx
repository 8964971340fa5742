import type { ReactNode } from 'react'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { ContentsList } from './contents-list.tsx'
import { useDocs } from './docs-context.ts'
import { DocsProvider } from './docs-provider.tsx'

type ApiDocsLayoutProps = {
  projectRef: string
  /** The schema named in the URL. */
  schema: string | undefined
  children: ReactNode
}

/** A project's API documentation: the list of pages on the left, the open page on the right. */
export function ApiDocsLayout({ children, ...props }: ApiDocsLayoutProps) {
  return (
    <DocsProvider surface="page" {...props}>
      <Layout>{children}</Layout>
    </DocsProvider>
  )
}

function Layout({ children }: { children: ReactNode }) {
  const { areContentsShown, showContents } = useDocs()
  const list = <ContentsList onNavigate={() => showContents(false)} />
  return (
    <div className="@container/docs">
      <div className="flex min-h-full">
        <aside className="sticky top-(--shell-top) hidden h-[calc(100dvh-var(--shell-top))] w-60 shrink-0 flex-col border-r @xl/docs:flex">
          {list}
        </aside>
        <Sheet
          open={areContentsShown}
          side="left"
          title="API docs"
          onClose={() => showContents(false)}
        >
          {list}
        </Sheet>
        <div className="@container/text min-w-0 flex-1">{children}</div>
      </div>
    </div>
  )
}
