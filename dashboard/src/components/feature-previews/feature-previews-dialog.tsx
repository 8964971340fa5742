import { Eye, EyeOff } from 'lucide-react'
import { usePreviewEnabled, usePreviewModal } from '../../data/local/feature-previews.ts'
import { useInstallation } from '../../data/resources/platform/installation.ts'
import {
  useOfferedPreviews,
  type OfferedPreview,
} from '../../data/resources/platform/offered-previews.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Dialog, DialogContent } from '../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { ProductArea } from '../shell/use-place.ts'
import { QueryError } from '../query-error.tsx'
import { PreviewDetails } from './preview-details.tsx'

/** Lists unfinished features to try. A local setting opens and closes the dialog. */
export function FeaturePreviewsDialog({ place }: { place: ProductArea }) {
  const [modal, setModal] = usePreviewModal()
  const ref = place.kind === 'project' ? place.ref : undefined
  const slug = place.kind === 'organization' ? place.slug : undefined
  const organization = useSelectedOrganization({ ref, slug })
  const { data: organizations = [] } = useOrganizations()
  const affected = organization ? [organization] : organizations
  const plans = affected.map(({ plan }) => plan.id)
  const { data: previews, error, refetch } = useOfferedPreviews(organization?.slug, plans)
  const selected = previews?.find(({ key }) => key === modal.selected) ?? previews?.[0]
  return (
    <Dialog open={modal.open} onOpenChange={(open) => setModal({ ...modal, open })}>
      <DialogContent
        title="Dashboard feature previews"
        description="Early features you can try. Your choice is saved in this browser."
        size="xl"
      >
        <div className="flex min-h-0 flex-col border-t sm:box-content sm:h-[550px] sm:flex-row">
          {!previews && !error && <Skeleton className="m-5 h-40 flex-1" />}
          {!previews && error && (
            <div className="m-5 flex-1">
              <QueryError
                error={error}
                title="Could not load the previews"
                onRetry={() => void refetch()}
              />
            </div>
          )}
          {previews?.length === 0 && <NoPreviews />}
          {selected && previews && (
            <>
              <ul
                aria-label="Previews"
                className="max-h-48 shrink-0 overflow-y-auto border-b p-2 sm:max-h-none sm:w-[280px] sm:border-r sm:border-b-0"
              >
                {previews.map((preview) => (
                  <PreviewItem
                    key={preview.key}
                    preview={preview}
                    isSelected={preview.key === selected.key}
                    onSelect={() => setModal({ open: true, selected: preview.key })}
                  />
                ))}
              </ul>
              <PreviewDetails
                key={selected.key}
                preview={selected}
                projectRef={ref}
                organizationSlug={organization?.slug}
              />
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

type PreviewItemProps = { preview: OfferedPreview; isSelected: boolean; onSelect: () => void }

function PreviewItem({ preview, isSelected, onSelect }: PreviewItemProps) {
  const [isEnabled] = usePreviewEnabled(preview.key)
  const Icon = isEnabled ? Eye : EyeOff
  return (
    <li>
      <button
        type="button"
        aria-current={isSelected}
        onClick={onSelect}
        className="flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-left text-muted transition-colors hover:bg-hover hover:text-text aria-[current=true]:bg-selected aria-[current=true]:text-text"
      >
        <Icon className={isEnabled ? 'text-accent-text' : ''} />
        <span className="min-w-0 flex-1 truncate">{preview.name}</span>
        <span className="sr-only">{isEnabled ? 'Enabled' : 'Not enabled'}</span>
        {preview.isNew && <Badge variant="accent">New</Badge>}
      </button>
    </li>
  )
}

function NoPreviews() {
  const { data: installation } = useInstallation()
  const discussions = installation?.links.discussions_url
  return (
    <EmptyState
      className="m-5 flex-1 justify-center"
      title="No feature previews available"
      description={
        discussions && (
          <>
            Suggest a feature in{' '}
            <a
              href={discussions}
              target="_blank"
              rel="noopener noreferrer"
              className="text-accent-text hover:underline"
            >
              GitHub Discussions
            </a>
            .
          </>
        )
      }
    />
  )
}
