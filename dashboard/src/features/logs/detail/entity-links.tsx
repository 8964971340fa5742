import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Entity } from './entities.ts'

type EntityLinksProps = { projectRef: string; entities: readonly Entity[] }

export function EntityLinks({ projectRef, entities }: EntityLinksProps) {
  if (entities.length === 0) return null
  return (
    <ul aria-label="Related pages" className="flex flex-wrap gap-1.5">
      {entities.map((entity) => (
        <li key={entity.kind} className="max-w-full">
          <Button asChild size="sm" className="max-w-full">
            {linkOf(projectRef, entity)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function linkOf(ref: string, entity: Entity): ReactNode {
  switch (entity.kind) {
    case 'user':
      return (
        <Link to="/project/$ref/auth/users" params={{ ref }} search={{ user: entity.id }}>
          Open user
        </Link>
      )
    case 'function':
      return (
        <Link to="/project/$ref/functions/deployed/$slug" params={{ ref, slug: entity.slug }}>
          <span className="truncate">Open function {entity.slug}</span>
        </Link>
      )
    case 'bucket':
      return (
        <Link to="/project/$ref/storage/buckets/$bucket" params={{ ref, bucket: entity.bucket }}>
          <span className="truncate">Open bucket {entity.bucket}</span>
        </Link>
      )
    case 'table':
      return (
        <Link to="/project/$ref/api/tables/$name" params={{ ref, name: entity.table }}>
          <span className="truncate">API docs of {entity.table}</span>
        </Link>
      )
    case 'job':
      return (
        <Link
          to="/project/$ref/integrations/cron"
          params={{ ref }}
          search={{ panel: 'runs', item: entity.id } as { panel: 'runs' }}
        >
          Open job
        </Link>
      )
  }
}
