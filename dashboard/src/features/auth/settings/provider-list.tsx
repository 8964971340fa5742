import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import type { AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import { Link } from '@tanstack/react-router'
import { useSettings } from '../../../data/resources/services/data-api/settings.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { PROVIDERS } from './providers.ts'

/** Other services that users can sign in with; each links to its settings. */
export function ProviderList({ projectRef }: { projectRef: string }) {
  const { data: settings } = useSettings(projectRef, authSettings)
  if (!settings) return null
  return (
    <Section
      title="Social providers"
      description="Users sign in with an account of another service."
      className="border-t! pt-6!"
    >
      <ul className="grid gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-2">
        {PROVIDERS.map(({ value, label }) => (
          <li
            key={value}
            className="relative flex min-h-9 items-center gap-3 bg-raised px-3 text-xs hover:bg-hover sm:last:odd:col-span-2"
          >
            <Link
              to="/project/$ref/auth/providers/$provider"
              params={{ ref: projectRef, provider: value }}
              // The whole row is clickable.
              className="truncate font-medium after:absolute after:inset-0 hover:underline"
            >
              {label}
            </Link>
            <span className="ml-auto">
              {isEnabled(settings, value) ? (
                <Badge variant="success">Enabled</Badge>
              ) : (
                <span className="text-muted">Disabled</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const isEnabled = (settings: Settings, name: (typeof PROVIDERS)[number]['value']): boolean =>
  settings[`external_${name}_enabled`]
