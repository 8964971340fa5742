import { Link } from '@tanstack/react-router'
import { plans } from '@stoa/contract/catalog/plans'
import type { ReactNode } from 'react'
import { usePreviewEnabled, usePreviewModal } from '../../data/local/feature-previews.ts'
import type { OfferedPreview } from '../../data/resources/platform/offered-previews.ts'
import { useTelemetry } from '../../data/resources/platform/telemetry.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { PREVIEW_PICTURES } from './preview-pictures.tsx'
import { previewText } from './preview-texts.ts'

type PreviewDetailsProps = {
  preview: OfferedPreview
  projectRef: string | undefined
  organizationSlug: string | undefined
}

/** Describes one preview and where it appears, with a button that enables or disables it. */
export function PreviewDetails({ preview, projectRef, organizationSlug }: PreviewDetailsProps) {
  const [isEnabled, setIsEnabled] = usePreviewEnabled(preview.key)
  const telemetry = useTelemetry()
  const [, setModal] = usePreviewModal()
  const { description, page, linkLabel = 'Open the page' } = previewText(preview.key)
  const path = page?.(isEnabled)
  const Picture = PREVIEW_PICTURES[preview.key]
  const toggle = () => {
    setIsEnabled(!isEnabled)
    void telemetry.send({
      name: isEnabled ? 'feature_preview_disabled' : 'feature_preview_enabled',
      properties: {
        feature: preview.key,
        project: projectRef ?? 'Unknown',
        organization: organizationSlug ?? 'Unknown',
      },
    })
  }
  return (
    <section aria-label={preview.name} className="min-w-0 flex-1 overflow-y-auto p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-center gap-2">
          <h3 className="text-lg font-semibold">{preview.name}</h3>
          {preview.isNew && <Badge variant="accent">New</Badge>}
        </div>
        <div className="flex items-center gap-2">
          {preview.discussionsUrl && (
            <Button asChild variant="ghost">
              <a href={preview.discussionsUrl} target="_blank" rel="noopener noreferrer">
                Give feedback
              </a>
            </Button>
          )}
          <Button
            variant={isEnabled ? 'secondary' : 'primary'}
            disabled={!preview.isInPlan && !isEnabled}
            onClick={toggle}
          >
            {isEnabled ? 'Disable' : 'Enable'}
          </Button>
        </div>
      </header>
      <p className="mt-3 max-w-prose text-base text-muted">{description}</p>
      <div className="mt-4 grid gap-3">
        {!preview.isInPlan && preview.minimumPlan && (
          <Callout>
            For organizations on the {plans[preview.minimumPlan].name} plan or above.
          </Callout>
        )}
        {path !== undefined && projectRef !== undefined && (
          <ProjectLink
            address={`/project/${projectRef}/${path}`}
            onFollow={() => setModal({ open: false, selected: preview.key })}
          >
            {linkLabel}
          </ProjectLink>
        )}
        {Picture && <Picture />}
      </div>
    </section>
  )
}

type ProjectLinkProps = { address: string; onFollow: () => void; children: ReactNode }

function ProjectLink({ address, onFollow, children }: ProjectLinkProps) {
  const { pathname, searchParams } = new URL(address, location.origin)
  const to: string = pathname
  return (
    <Link
      to={to}
      search={Object.fromEntries(searchParams)}
      onClick={onFollow}
      className="w-fit text-accent-text hover:underline"
    >
      {children}
    </Link>
  )
}
