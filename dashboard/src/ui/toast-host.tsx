import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastQueue } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })))

/** Stands once in the application; brings the toaster when there is something to show. */
export function ToastHost() {
  const isNeeded = useSyncExternalStore(toastQueue.subscribe, toastQueue.isNeeded)
  return <Suspense>{isNeeded && <Toaster />}</Suspense>
}
