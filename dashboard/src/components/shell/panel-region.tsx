import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isRecord } from '../../data/client/http.ts'
import type { RoomPanel } from '../rooms/room.ts'
import { useRooms } from '../rooms/rooms-context.ts'

const OpenPanel = lazy(() =>
  import('./open-panel.tsx').then((module) => ({ default: module.OpenPanel })),
)

/** The right side of the shell: the panel of a room that the URL names, if any. */
export function PanelRegion({ projectRef }: { projectRef: string }) {
  const panels = useRooms().flatMap((room) => room.panels ?? [])
  const open = useSearch({
    strict: false,
    select: (search: unknown) => openOf(panels, isRecord(search) ? search : {}),
    structuralSharing: false,
  })
  if (!open) return null
  const { panel, content } = open
  const key = `${projectRef} ${panel.parameter}`
  return (
    <Suspense>
      <OpenPanel key={key} panel={panel} projectRef={projectRef} content={content} />
    </Suspense>
  )
}

/** Whether the URL names a panel of a room. */
export function useIsPanelOpen(): boolean {
  const panels = useRooms().flatMap((room) => room.panels ?? [])
  return useSearch({
    strict: false,
    select: (search: unknown) => openOf(panels, isRecord(search) ? search : {}) !== undefined,
  })
}

function openOf(panels: readonly RoomPanel[], search: Readonly<Record<string, unknown>>) {
  for (const panel of panels) {
    const content = search[panel.parameter]
    if (typeof content === 'string' && content !== panel.closedBy) return { panel, content }
  }
  return undefined
}
