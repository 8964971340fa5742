import { useLocation, useParams } from '@tanstack/react-router'

export type ProductArea =
  | { kind: 'project'; ref: string }
  | { kind: 'organization'; slug: string }
  | { kind: 'account' }
  | { kind: 'installation' }
  | { kind: 'elsewhere' }

/** The part of the product that the current address belongs to. */
export function usePlace(): ProductArea {
  const { ref, slug } = useParams({ strict: false })
  const { pathname } = useLocation()
  if (ref) return { kind: 'project', ref }
  // A new project belongs to its organization from the start.
  if (slug && /^\/(?:org|new)\//.test(pathname)) return { kind: 'organization', slug }
  if (/^\/account(?:\/|$)/.test(pathname)) return { kind: 'account' }
  if (/^\/installation(?:\/|$)/.test(pathname)) return { kind: 'installation' }
  return { kind: 'elsewhere' }
}
