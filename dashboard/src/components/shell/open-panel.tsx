import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { useClosePanel } from '../rooms/panel-link.ts'
import type { PanelProps, RoomPanel } from '../rooms/room.ts'

type OpenPanelProps = PanelProps & { panel: RoomPanel }

/** A room's panel at the right side of the shell. Its frame opens while its content loads. */
export function OpenPanel({ panel, ...props }: OpenPanelProps) {
  const { parameter, title, load } = panel
  const close = useClosePanel(parameter)
  const [Content] = useState(() => lazy(async () => ({ default: await load() })))
  return (
    <SidePanel name={parameter} title={title} onClose={close}>
      <Suspense fallback={<Skeleton className="m-4 h-64" />}>
        <Content {...props} />
      </Suspense>
    </SidePanel>
  )
}
