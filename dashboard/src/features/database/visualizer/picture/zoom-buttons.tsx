import { useReactFlow } from '@xyflow/react'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'

/** Zoom in, zoom out, and show the whole schema. */
export function ZoomButtons({ onFit }: { onFit: () => void }) {
  const { zoomIn, zoomOut } = useReactFlow()
  return (
    <div className="flex rounded-md border bg-raised">
      <IconButton label="Zoom out" onClick={() => void zoomOut()}>
        <ZoomOut />
      </IconButton>
      <IconButton label="Zoom in" onClick={() => void zoomIn()}>
        <ZoomIn />
      </IconButton>
      <IconButton label="Show the whole schema" onClick={onFit}>
        <Maximize />
      </IconButton>
    </div>
  )
}
