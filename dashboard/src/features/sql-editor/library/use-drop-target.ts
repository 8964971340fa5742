import { useState, type DragEvent } from 'react'
import type { SnippetPlace } from '../../../data/resources/platform/content.ts'
import { droppedOn, isDragged, type LibraryActions } from './library-actions.ts'

/** Lets queries and folders be dropped on a row; `place` is undefined if the caller cannot do that. */
export function useDropTarget(
  place: SnippetPlace | undefined,
  drop: LibraryActions['drop'],
): { readonly isOver: boolean; readonly handlers: object } {
  const [isOver, setIsOver] = useState(false)
  const accepts = (event: DragEvent) => place !== undefined && isDragged(event.dataTransfer)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      const dragged = droppedOn(event.dataTransfer)
      if (!dragged || !place) return
      event.preventDefault()
      drop(dragged, place)
    },
  }
  return { isOver, handlers }
}
