import { useEffect, useState, type ComponentType } from 'react'
import { toastQueue } from './toast.ts'

const FIRST_ACTS = ['pointerdown', 'keydown', 'input'] as const

/**
 * Stands once in the application. Brings the toaster with the first toast, or when somebody begins
 * to act: the first toast may be that the server is gone, and then it could not be fetched any more.
 * A toaster that cannot be fetched is tried again with the next toast and breaks nothing else.
 */
export function ToastHost() {
  const [loaded, setLoaded] = useState<{ Toaster: ComponentType }>()
  useEffect(() => {
    if (loaded) return
    const load = () => void import('./toaster.tsx').then(setLoaded, () => undefined)
    if (toastQueue.isNeeded()) load()
    const unsubscribe = toastQueue.subscribe(load)
    for (const act of FIRST_ACTS) window.addEventListener(act, load, { once: true })
    return () => {
      unsubscribe()
      for (const act of FIRST_ACTS) window.removeEventListener(act, load)
    }
  }, [loaded])
  return loaded && <loaded.Toaster />
}
