import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { toast as sonner, Toaster as Sonner } from 'sonner'
import { useTheme } from '../../lib/theme.ts'
import { Spinner } from './spinner.tsx'
import { toastQueue, type ToastEntry } from './toast.ts'

/**
 * Shows toasts at the lower left, because the buttons that users need next are on the right, and
 * above save bars and panel footers. Duration, count, gap and width are from SPEC 9.
 */
export function Toaster() {
  const { resolved } = useTheme()
  useEffect(() => toastQueue.attach(show), [])
  return (
    <Sonner
      theme={resolved === 'light' ? 'light' : 'dark'}
      duration={4000}
      visibleToasts={3}
      gap={14}
      position="bottom-left"
      swipeDirections={['left', 'right', 'bottom']}
      offset={{ left: 'var(--toast-left)', bottom: 'var(--toast-bottom)' }}
      mobileOffset={{ bottom: 'var(--toast-bottom)' }}
      icons={{
        success: <CircleCheck className="text-success-text" />,
        info: <Info className="text-accent-text" />,
        warning: <TriangleAlert className="text-warning-text" />,
        error: <CircleAlert className="text-danger-text" />,
        loading: <Spinner />,
      }}
      style={TOASTER_STYLE}
      toastOptions={{
        // Prevents selecting the title while dragging a toast away. The description can be
        // selected.
        classNames: {
          toast: '!text-sm !font-sans !items-start select-none',
          description: '!text-muted select-text',
        },
      }}
    />
  )
}

function show({ kind, message, options }: ToastEntry) {
  sonner[kind](message, options)
}

const TOASTER_STYLE = {
  '--width': '356px',
  '--normal-bg': 'var(--surface-raised)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--text)',
  '--border-radius': '6px',
  fontFamily: 'var(--font-sans)',
}
