import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../components/breadcrumb.tsx'
import { ValueList, ValueRow } from '../../../components/connect/value-row.tsx'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { useProject } from '../../../data/resources/platform/projects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { providerPart, PROVIDERS } from './providers.ts'

type ProviderPageProps = { projectRef: string; provider: string }

/** The settings of one service that users can sign in with. */
export function ProviderPage({ projectRef, provider }: ProviderPageProps) {
  const { data: project } = useProject(projectRef)
  const known = PROVIDERS.find(({ value }) => value === provider)
  if (!known) {
    return (
      <Page width="form">
        <PageHeader title="Sign-in methods" />
        <EmptyState
          title="Provider not found"
          description="Check the URL, or select a provider from the list."
          action={
            <Button asChild>
              <Link to="/project/$ref/auth/providers" params={{ ref: projectRef }}>
                Show all sign-in methods
              </Link>
            </Button>
          }
        />
      </Page>
    )
  }
  const declaration: SettingsDeclaration<Settings> = {
    section: authSettings,
    product: 'auth',
    title: known.label,
    description: `Users sign in with their ${known.label} account.`,
    subject: 'auth',
    change: 'project:update',
    parts: [providerPart(known.value)],
  }
  return (
    <SettingsPage
      projectRef={projectRef}
      declaration={declaration}
      before={
        <Breadcrumb
          parents={[
            {
              label: 'Sign-in methods',
              link: { to: '/project/$ref/auth/providers', params: { ref: projectRef } },
            },
          ]}
        />
      }
      below={
        <Section
          title="Callback URL"
          description="Add this URL to the app that you register with the provider."
          className="border-t! pt-6!"
        >
          <ValueList>
            <ValueRow
              label="Callback URL"
              value={project && `${project.endpoints.api_url}/auth/v1/callback`}
            />
          </ValueList>
        </Section>
      }
    />
  )
}
