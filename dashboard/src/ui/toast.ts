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

/** The one door to toasts. */
export const toast = {
  success: add('success'),
  info: add('info'),
  warning: add('warning'),
  error: add('error'),
  /** Stays until a toast with the same `id` says how it ended. */
  loading: add('loading'),
}

const waiting: ToastEntry[] = []
const listeners = new Set<() => void>()
let show: ((entry: ToastEntry) => void) | undefined

/**
 * Between callers and the toaster, which is fetched with the first toast: pages that show none, the
 * sign-in page above all, do not pay for it.
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
  /** Hands over what waited and everything from now on, until the returned function is called. */
  attach(next: (entry: ToastEntry) => void) {
    show = next
    for (const entry of waiting.splice(0)) next(entry)
    return () => {
      show = undefined
    }
  },
}
