import {
  OrganizationName,
  type ManagedBy,
  type Organization,
} from '@stoa/contract/platform/organizations'
import { DeleteSection } from '../../components/settings/delete-section.tsx'
import { NameForm } from '../../components/settings/name-form.tsx'
import {
  useDeleteOrganization,
  useUpdateOrganization,
} from '../../data/resources/platform/organizations.ts'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { SecuritySection } from './security-section.tsx'

type OrganizationSettingsProps = { organization: Organization; onDeleted: () => Promise<void> }

export function OrganizationSettings({ organization, onDeleted }: OrganizationSettingsProps) {
  useTitle('Settings', organization.name)
  return (
    <Page width="form">
      <PageHeader title="Settings" />
      <GeneralForm organization={organization} />
      <SecuritySection organization={organization} />
      {organization.abilities.includes('organization:delete') && (
        <Deletion organization={organization} onDeleted={onDeleted} />
      )}
    </Page>
  )
}

const MARKETPLACES: Readonly<Record<ManagedBy, string | undefined>> = {
  stoa: undefined,
  'vercel-marketplace': 'Vercel Marketplace',
  'aws-marketplace': 'AWS Marketplace',
}

function GeneralForm({ organization }: { organization: Organization }) {
  const can = useCapability()
  const marketplace = MARKETPLACES[organization.managed_by]
  const canUpdate = organization.abilities.includes('organization:update')
  return (
    <NameForm
      key={organization.slug}
      title="General"
      saved={organization.name}
      canUpdate={canUpdate}
      save={useUpdateOrganization(organization.slug)}
      schema={OrganizationName}
      summary={(name) => `Rename the organization to “${name}”.`}
      failure="Failed to rename the organization"
    >
      <Field label="Slug" description="Used in URLs; can’t be changed.">
        {(control) => (
          <Input {...control} readOnly value={organization.slug} className="font-mono text-xs" />
        )}
      </Field>
      {can('billing:read') && (
        <Field label="Plan">
          {(control) => <Input {...control} readOnly value={organization.plan.name} />}
        </Field>
      )}
      {marketplace && (
        <Field label="Managed by" description="Plan and invoices are managed there.">
          {(control) => <Input {...control} readOnly value={marketplace} />}
        </Field>
      )}
      {organization.partner_id !== null && (
        <Field label="Partner ID" description="The organization’s ID in the marketplace.">
          {(control) => (
            <Input
              {...control}
              readOnly
              value={organization.partner_id ?? ''}
              className="font-mono text-xs"
            />
          )}
        </Field>
      )}
    </NameForm>
  )
}

function Deletion({ organization, onDeleted }: OrganizationSettingsProps) {
  const count = organization.project_count
  return (
    <DeleteSection
      kind="organization"
      name={organization.name}
      description="Every member loses access, and the name becomes available again. This can’t be undone."
      consequences="Every member loses access at once. This can’t be undone."
      obstacle={
        count === 0
          ? undefined
          : `Delete its ${count === 1 ? 'project' : `${count} projects`} first.`
      }
      remove={useDeleteOrganization(organization.slug, { leave: onDeleted })}
    />
  )
}
