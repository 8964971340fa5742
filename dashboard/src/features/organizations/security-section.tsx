import type { Organization } from '@stoa/contract/platform/organizations'
import { Toggle } from '../../components/settings/toggle.tsx'
import { useHasSecondFactor } from '../../data/resources/platform/mfa.ts'
import { useRequireMfa } from '../../data/resources/platform/organizations.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'

/** The organization's requirements for its members' sign-ins. */
export function SecuritySection({ organization }: { organization: Organization }) {
  const canUpdate = organization.abilities.includes('organization:update')
  const isRequired = organization.organization_requires_mfa
  const { data: hasFactor } = useHasSecondFactor({ enabled: canUpdate && !isRequired })
  const change = useRequireMfa(organization.slug)
  const isOwnMissing = canUpdate && !isRequired && hasFactor === false
  return (
    <Section
      title="Security"
      description="Members without a second factor can only see the organization’s name until they add one."
    >
      <Toggle
        label="Require multi-factor authentication"
        description={
          isOwnMissing && (
            <>
              <a href="/account/me#two-factor" className="text-accent-text underline">
                Set it up for your own account
              </a>{' '}
              first, because the requirement applies to you too.
            </>
          )
        }
      >
        {(control) => (
          <Switch
            {...control}
            checked={isRequired}
            disabled={!canUpdate || isOwnMissing || change.isPending}
            onCheckedChange={(next) => change.mutate(next)}
          />
        )}
      </Toggle>
    </Section>
  )
}
