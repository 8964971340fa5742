import { useEffect } from 'react'
import type { SnippetDocument } from './snippet-document.ts'

/**
 * Connects an open text to the page: unsaved changes are saved on opening, leaving the page writes
 * a draft and saves, a restored connection saves, and the browser asks before closing a page whose
 * draft could not be written.
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
