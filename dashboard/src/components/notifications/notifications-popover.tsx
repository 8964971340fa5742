import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNotifications } from '../../data/resources/platform/notifications.ts'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const Inbox = lazy(async () => ({ default: (await import('./inbox.tsx')).Inbox }))

/** The bell in the top bar, which lists events of the user's organizations and projects. */
export function NotificationsPopover() {
  const can = useCapability()
  const [open, setOpen] = useState(false)
  const { data } = useNotifications()
  const unread = data?.unread_count ?? 0
  if (!can('notifications:read')) return null
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        >
          <Bell />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-1 left-1/2 min-w-4 rounded-full bg-accent px-1 text-center text-2xs leading-4 text-on-accent"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Notifications"
        className="w-[min(24rem,calc(100vw-1rem))] p-0"
      >
        <Suspense fallback={<Skeleton className="m-3 h-16" />}>
          <Inbox onLeave={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
