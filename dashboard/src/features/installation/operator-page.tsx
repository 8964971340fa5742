import type { Capability } from '@stoa/contract/platform/profile'
import type { ReactNode } from 'react'
import { NotOffered } from '../../components/forbidden.tsx'
import { useCapability, useProfile } from '../../data/resources/platform/profile.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'

type OperatorPageProps = {
  title: string
  description?: string
  /** The capability of the installation that the page needs. */
  needs?: Capability
  children: ReactNode
}

/** The frame of the installation's pages, which only its operators can open. */
export function OperatorPage({ title, description, needs, children }: OperatorPageProps) {
  useTitle(title, 'Installation')
  const { data: profile } = useProfile()
  const can = useCapability()
  if (!profile) return null
  const isOffered = profile.is_operator && (needs === undefined || can(needs))
  return (
    <Page width="form">
      <PageHeader title={title} description={isOffered && description} />
      {isOffered ? (
        children
      ) : (
        <NotOffered>Only operators of this installation can open this page.</NotOffered>
      )}
    </Page>
  )
}
