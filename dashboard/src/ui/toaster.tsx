import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { toast as sonner, Toaster as Sonner } from 'sonner'
import { useTheme } from '../lib/theme.ts'
import { Spinner } from './spinner.tsx'
import { toastQueue, type ToastEntry } from './toast.ts'

/**
 * Where toasts appear: beside the navigation, since what one is about to press stands at the right,
 * and over the line that save bars and the feet of panels stand on. Duration, count, gap and width are SPEC 9's.
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
      offset={{ left: 64, bottom: 'var(--toast-bottom)' }}
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
        // A mouse that drags a toast away would else select its title; the reason can be copied.
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
