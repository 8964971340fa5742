import { useEffect } from 'react'
import type { SnippetDocument } from './snippet-document.ts'

/**
 * Ties an open text to the page: what is left unsaved is taken up again, leaving keeps and saves it,
 * a connection that comes back saves it, and the browser asks before closing what it could not keep.
 */
export function useKeptDocument(document: SnippetDocument): void {
  useEffect(() => {
    const keep = () => document.keep()
    const save = () => {
      if (document.snapshot().status.state === 'unsaved') void document.save()
    }
    const ask = (event: BeforeUnloadEvent) => {
      document.keep()
      const { status } = document.snapshot()
      if (status.state === 'unsaved' && !status.isKeptLocally) event.preventDefault()
    }
    document.open()
    window.addEventListener('pagehide', keep)
    window.addEventListener('visibilitychange', keep)
    window.addEventListener('online', save)
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('pagehide', keep)
      window.removeEventListener('visibilitychange', keep)
      window.removeEventListener('online', save)
      window.removeEventListener('beforeunload', ask)
      document.close()
    }
  }, [document])
}
