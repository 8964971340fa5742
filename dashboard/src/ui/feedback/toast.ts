export type ToastOptions = {
  id?: string
  description?: string
  action?: { label: string; onClick: () => void }
}

export type ToastEntry = {
  kind: 'success' | 'info' | 'warning' | 'error' | 'loading'
  message: string
  options: ToastOptions | undefined
}

const add = (kind: ToastEntry['kind']) => (message: string, options?: ToastOptions) =>
  toastQueue.push({ kind, message, options })

/** Shows toasts. All toasts are created here. */
export const toast = {
  success: add('success'),
  info: add('info'),
  warning: add('warning'),
  error: add('error'),
  /** Stays until a toast with the same `id` replaces it. */
  loading: add('loading'),
}

const waiting: ToastEntry[] = []
const listeners = new Set<() => void>()
let show: ((entry: ToastEntry) => void) | undefined

/**
 * Queues toasts until the toaster is loaded. The toaster is loaded on demand to keep pages without
 * toasts small, especially the sign-in page.
 */
export const toastQueue = {
  push(entry: ToastEntry) {
    if (show) return show(entry)
    waiting.push(entry)
    for (const listener of listeners) listener()
  },
  isNeeded: () => waiting.length > 0 || show !== undefined,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** Sends waiting and future toasts to `next` until the returned function is called. */
  attach(next: (entry: ToastEntry) => void) {
    show = next
    for (const entry of waiting.splice(0)) next(entry)
    return () => {
      show = undefined
    }
  },
}
