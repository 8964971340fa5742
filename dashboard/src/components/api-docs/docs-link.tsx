import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { DocsPlace } from './docs-address.ts'
import { useDocsLink } from './docs-links.ts'

type DocsLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  projectRef: string
  place: DocsPlace
}

/** Links to a page of the API docs, in the side panel or as a page of its own. */
export function DocsLink({ projectRef, place, ...props }: DocsLinkProps) {
  const linkTo = useDocsLink(projectRef)
  return <Link {...linkTo(place)} {...props} />
}
