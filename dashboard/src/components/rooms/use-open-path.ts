import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ProductArea } from '../shell/use-place.ts'
import { closedPanels } from './panel-link.ts'
import type { PagePath } from './room.ts'
import { useRooms } from './rooms-context.ts'

/**
 * Opens a page by its path, which may end with search parameters. A panel stays open within a
 * project and closes with another project, because it can show something that only one has.
 */
export function useOpenPath(place: ProductArea): (path: PagePath) => void {
  const navigate = useNavigate()
  const rooms = useRooms()
  const ref = place.kind === 'project' ? place.ref : undefined
  return useCallback(
    (path) => {
      const [to = '', text] = path.split('?')
      const isHere = ref !== undefined && `${to}/`.startsWith(`/project/${ref}/`)
      void navigate({
        to,
        ...(!isHere && { search: closedPanels(rooms) }),
        ...(text !== undefined && { search: Object.fromEntries(new URLSearchParams(text)) }),
      })
    },
    [navigate, rooms, ref],
  )
}
