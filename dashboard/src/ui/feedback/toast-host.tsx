import { useEffect, useState, type ComponentType } from 'react'
import { toastQueue } from './toast.ts'

const FIRST_ACTS = ['pointerdown', 'keydown', 'input'] as const

/**
 * Rendered once per application. It loads the toaster with the first toast or with the user's first
 * action, because the first toast may report that the server is unreachable, and then the toaster
 * could not be loaded. If loading fails, the next toast tries again.
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
