import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import type { ReactNode } from 'react'
import { usePreviewModal } from '../../data/local/feature-previews.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

type SwitchedOffPreviewProps = {
  previewKey: string
  /** The page's purpose, and where else to find its content. */
  children: ReactNode
  /** Another action, shown beside the button that opens the previews. */
  action?: ReactNode
}

/** Replaces a page whose preview is off, with a button that opens the preview. */
export function SwitchedOffPreview({ previewKey, children, action }: SwitchedOffPreviewProps) {
  const [, setModal] = usePreviewModal()
  const preview = featurePreviews.find(({ key }) => key === previewKey)
  return (
    <EmptyState
      title={`The preview “${preview?.name ?? previewKey}” is off`}
      description={children}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => setModal({ open: true, selected: previewKey })}>
            Show the preview
          </Button>
          {action}
        </div>
      }
    />
  )
}
