import { Page, PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from '../lib/use-title.ts'

/** Says that a page is planned but not available yet. */
export function UnbuiltPage({ title }: { title: string }) {
  useTitle(title)
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState
        title="Not part of this installation yet"
        description="This address is kept for it."
      />
    </Page>
  )
}
