import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCan } from '../data/resources/platform/projects.ts'
import { Button } from '../ui/buttons/button.tsx'

type LogsLinkProps = {
  projectRef: string
  /** The last part of the address of a page of logs, such as `edge-logs`. */
  page: string
  /** As in the address of that page: `status>=500;method=GET,POST`. */
  filters: string
  children: ReactNode
}

/** Opens the last day of a service's logs, for members who can read them. */
export function LogsLink({ projectRef, page, filters, children }: LogsLinkProps) {
  const can = useCan(projectRef)
  if (!can('logs:read')) return null
  return (
    <Button asChild size="sm" className="w-fit">
      <Link
        to="/project/$ref/logs/$source"
        params={{ ref: projectRef, source: page }}
        search={{ filters, range: '24h' }}
      >
        <ScrollText className="size-3.5" /> {children}
      </Link>
    </Button>
  )
}
