import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import type { ReactNode } from 'react'
import { usePreviewModal } from '../../data/local/feature-previews.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type SwitchedOffPreviewProps = {
  previewKey: string
  /** What the address that led here would show, and where else it is. */
  children: ReactNode
  /** Beside the button that opens the previews: another way on. */
  action?: ReactNode
}

/** In place of what a link leads to while its preview is off; leads to where it is switched on. */
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
