import { useLocation, useParams } from '@tanstack/react-router'

export type Place =
  | { kind: 'project'; ref: string }
  | { kind: 'organization'; slug: string }
  | { kind: 'account' }
  | { kind: 'elsewhere' }

/** The part of the product that the current address belongs to. */
export function usePlace(): Place {
  const { ref, slug } = useParams({ strict: false })
  const { pathname } = useLocation()
  if (ref) return { kind: 'project', ref }
  if (slug && pathname.startsWith('/org/')) return { kind: 'organization', slug }
  if (pathname.startsWith('/account')) return { kind: 'account' }
  return { kind: 'elsewhere' }
}
