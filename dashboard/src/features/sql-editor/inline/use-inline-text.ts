import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keepInlineSql, readInlineSql } from '../../../data/local/inline-sql.ts'

const KEEP_AFTER_MS = 300

/**
 * The text of the panel, which this browser keeps until the panel is open again. An object that was
 * opened as SQL begins with its definition.
 */
export function useInlineText(projectRef: string, content: string) {
  const { history } = useRouter()
  const [initial] = useState(
    () => history.location.state.inlineSqlText ?? readInlineSql(projectRef, content),
  )
  const pending = useRef<{ read: () => string; timer: ReturnType<typeof setTimeout> } | undefined>(
    undefined,
  )
  const keep = useCallback(() => {
    if (!pending.current) return
    const { read, timer } = pending.current
    clearTimeout(timer)
    pending.current = undefined
    keepInlineSql(projectRef, content, read())
  }, [projectRef, content])
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [keep])
  return {
    initial,
    keep,
    changed(read: () => string) {
      if (pending.current) clearTimeout(pending.current.timer)
      pending.current = { read, timer: setTimeout(keep, KEEP_AFTER_MS) }
    },
  }
}
